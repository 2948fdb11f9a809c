import { getAgreementStatus, getProfile, refreshToken } from '@perenne/contract/identity';
import { health } from '@perenne/contract/system';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { fromPromise } from 'xstate';
import { call } from '../lib/api/call.ts';
import { nowMs } from '../lib/browser/clock.ts';
import { endpointQuery } from '../lib/api/endpoint-query.ts';
import { hasToken, readClaims, readToken } from '../lib/api/tokens.ts';
import { useNotify } from '../ui/feedback/notifications.tsx';
import { appMachine } from './app-machine.ts';
import { navigationMachine } from './navigation-machine.ts';
import { useSignOut } from './shell/use-sign-out.ts';

const loadLogout = () => import('../lib/sign-in/federation-logout.ts');

const refreshEveryMs = 55 * 60_000;
const tokenLifeMs = 60 * 60_000;

/** A token lives 60 minutes and is refreshed at 55, counted from its own end, also after a reload. */
function untilRefreshMs(): number {
  const claims = readClaims(readToken('authToken') ?? '');
  const refreshAt = claims ? claims.exp * 1000 - (tokenLifeMs - refreshEveryMs) : 0;
  return Math.min(refreshEveryMs, Math.max(0, refreshAt - nowMs()));
}

interface AppState {
  isLoading: boolean;
  canSelectAgreement: boolean;
  /** Leaves the safe: through FranceConnect where the session came through it. */
  signOut: () => void;
}

const AppStateContext = createContext<AppState>({
  isLoading: true,
  canSelectAgreement: false,
  signOut: () => undefined,
});
export const useAppState = () => use(AppStateContext);

/** Runs the app and navigation machines; what they load stays with TanStack Query. */
export function AppActor({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('shell');
  const signOutHere = useSignOut();
  const [app, send] = useMachine(
    appMachine.provide({
      actors: {
        loadProfile: fromPromise<unknown>(() => queries.fetchQuery({ ...endpointQuery(getProfile), staleTime: 0 })),
        loadHealth: fromPromise<unknown>(() => queries.fetchQuery(endpointQuery(health))),
        refreshToken: fromPromise<unknown>(() => call(refreshToken)),
        logoutFranceConnect: fromPromise(async () => (await loadLogout()).askLogoutAddress('signedOut')),
      },
      actions: {
        warnOfRefresh: () => notify({ type: 'warning', text: t('refreshFailed'), group: 'refresh' }),
        logOutHere: signOutHere,
      },
    }),
    { input: { hasAuthToken: () => hasToken('authToken'), untilRefreshMs } },
  );
  const { logoutAddress } = app.context;
  const giveUp = useEffectEvent(signOutHere);
  useEffect(() => {
    if (logoutAddress === null) return;
    loadLogout()
      .then(({ leaveThroughFederation }) => leaveThroughFederation(logoutAddress))
      .catch(() => giveUp());
  }, [logoutAddress]);
  const [navigation] = useMachine(
    navigationMachine.provide({
      actors: {
        fetchAgreementStatus: fromPromise(async () => {
          const status = await queries.fetchQuery(endpointQuery(getAgreementStatus));
          return status.canSelectAgreement;
        }),
      },
    }),
  );
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') send({ type: 'WAKE_UP' });
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [send]);
  const state = {
    isLoading: !app.matches('displaying_app'),
    canSelectAgreement: navigation.context.canSelectAgreement,
    signOut: () => {
      if (hasToken('franceConnectToken')) send({ type: 'LOGOUT_FRANCE_CONNECT' });
      else signOutHere();
    },
  };
  return <AppStateContext value={state}>{children}</AppStateContext>;
}
