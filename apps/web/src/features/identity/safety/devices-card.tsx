import { endAllSessions, endSession, listSessions, type Session } from '@perenne/contract/identity';
import { IconDeviceDesktop, IconDeviceMobile } from '../../../ui/buttons/icons.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { askLogoutAddress } from '../../../lib/sign-in/federation-logout.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { hasToken } from '../../../lib/api/tokens.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useLeave } from '../use-leave.ts';
import css from './safety.module.css';
import { useDialog } from './use-dialog.ts';

const sessionsQuery = endpointQuery(listSessions);
const icon = { size: 28, stroke: 1.5, 'aria-hidden': true } as const;

export function DevicesCard() {
  const t = useTranslations('devices');
  const sessions = useQuery(sessionsQuery);
  const dialog = useDialog<'everywhere' | Session>();
  return (
    <Card title={t('title')}>
      <p className={css.text}>{t('text')}</p>
      <QueryState query={sessions} skeleton={<Skeleton height={88} radius="var(--r-md)" />}>
        {({ items }) => (
          <ul className={css.list}>
            {items.map((session) => (
              <Device key={session.id} session={session} onEnd={() => dialog.open(session)} />
            ))}
          </ul>
        )}
      </QueryState>
      <div className={css.actions}>
        <Button onPress={() => dialog.open('everywhere')}>{t('everywhere')}</Button>
      </div>
      {dialog.shown === 'everywhere' && <EndEverywhere onClose={dialog.close} />}
      {typeof dialog.shown === 'object' && <EndOne session={dialog.shown} onClose={dialog.close} />}
    </Card>
  );
}

/** The name of a device: as far as its browser gave one. */
function useDeviceName(): (session: Session) => string {
  const t = useTranslations('devices');
  return ({ browser, system }) =>
    browser && system ? t('named', { browser, system }) : (browser ?? system ?? t('unknown'));
}

function Device({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useTranslations('devices');
  const formats = useFormats();
  const name = useDeviceName()(session);
  const Icon = /android|ios|iphone|ipad/i.test(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <Icon {...icon} />
      <div className={css.words}>
        <b>
          {name}
          {session.current && <Badge tone="success">{t('current')}</Badge>}
        </b>
        <span>
          {session.current ? t('inUse') : t('lastSeen', { date: formats.dateTime(session.lastSeenAt) })}
          {session.address && ` · ${t('address', { address: session.address })}`}
        </span>
        <span>{t('opened', { date: formats.dateLong(session.openedAt) })}</span>
      </div>
      {!session.current && (
        <div className={css.tools}>
          <Button variant="quiet" aria-label={t('endNamed', { name })} onPress={onEnd}>
            {t('end')}
          </Button>
        </div>
      )}
    </li>
  );
}

function EndOne({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('devices');
  const name = useDeviceName()(session);
  const notify = useNotify();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { id: session.id } }),
    onSuccess: () => {
      notify({ text: t('ended') });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      title={t('endTitle')}
      confirmLabel={t('end')}
      isPending={end.isPending}
      errorMessage={end.error ? errorMessage(end.error) : undefined}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{name}</b>
      </p>
      <p>{t('endText')}</p>
    </ConfirmDialog>
  );
}

function EndEverywhere({ onClose }: { onClose: () => void }) {
  const t = useTranslations('devices');
  const leave = useLeave('signedOutEverywhere');
  const errorMessage = useErrorMessage();
  const end = useMutation({
    mutationFn: async () => {
      const exit = await askFederationExit();
      await call(endAllSessions);
      return exit;
    },
    onSuccess: leave,
  });
  return (
    <ConfirmDialog
      title={t('everywhereTitle')}
      confirmLabel={t('everywhere')}
      isPending={end.isPending}
      errorMessage={end.error ? errorMessage(end.error) : undefined}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('everywhereText')}</p>
    </ConfirmDialog>
  );
}

/** Returns where this browser ends the session of FranceConnect that opened the safe; null for none to end. */
async function askFederationExit(): Promise<string | null> {
  if (!hasToken('franceConnectToken')) return null;
  try {
    return await askLogoutAddress('signedOutEverywhere');
  } catch (failure) {
    // A session that FranceConnect did not open, or no answer from it: nobody stays signed in for that.
    if (isApiError(failure)) return null;
    throw failure;
  }
}
