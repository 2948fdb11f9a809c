import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { FederationPage } from '../../features/identity/federation/federation-page.tsx';
import type { FederationAnswer } from '../../features/identity/federation/finish-federation.ts';
import type { FederationReturn } from '../../lib/sign-in/federation.ts';
import { readFederationRedirect, readToken, removeFederationRedirect, tokenFault } from '../../lib/api/tokens.ts';
import { ownPath } from '../guards.ts';
import { useWayOn } from './use-way-on.ts';

/** Returns where the sign-in began. The stored value may be anything: only our own places count. */
function readReturn(): FederationReturn {
  const stored = readFederationRedirect();
  const isFlow = stored === 'activation' || stored === 'activation-merge' || stored === 'merge';
  return isFlow ? stored : (ownPath(stored) ?? '/home');
}

export function FranceConnectRoute() {
  const search = useSearch({ from: '/open/france-connect' });
  const navigate = useNavigate();
  const [givenBack] = useState(search);
  const [backTo] = useState(readReturn);
  const goOn = useWayOn(ownPath(backTo));
  const settle = useSettle(backTo);
  // A code that stays in the address would be sent again by the back button, a bookmark or a reload.
  const clean = useEffectEvent(() => void navigate({ to: '/france-connect', search: {}, replace: true }));
  const settleAtOnce = useEffectEvent(settle);
  useEffect(() => {
    if (givenBack.error === 'access_denied') settleAtOnce({ kind: 'cancelled' });
    else if (givenBack.state !== undefined) clean();
  }, [givenBack]);
  if (givenBack.error === 'access_denied') return null;
  return <FederationPage givenBack={givenBack} backTo={backTo} onAnswer={settle} onLinked={goOn} />;
}

/** From who came back to the page that is theirs. */
function useSettle(backTo: FederationReturn): (answer: FederationAnswer | { kind: 'cancelled' }) => void {
  const navigate = useNavigate();
  const next = ownPath(backTo);
  const goOn = useWayOn(next);
  const asked = next === undefined || next === '/home' ? {} : { next };
  return (answer) => {
    if (answer.kind === 'leaving' || answer.kind === 'otherVersion') return undefined;
    removeFederationRedirect();
    if (backTo === 'activation-merge') {
      return void navigate({ to: '/activation/merge-with-france-connect', replace: true });
    }
    if (backTo === 'merge') {
      return void navigate({ to: '/account/merge', search: { step: 'france-connect' }, replace: true });
    }
    if (answer.kind === 'notActivated') {
      const { sub, email } = answer;
      return void navigate({ to: '/activation/france-connect', search: { sub, email }, replace: true });
    }
    if (backTo === 'activation') return void navigate({ to: '/activation/france-connect', replace: true });
    if (answer.kind === 'signedIn') return goOn({ kind: 'signedIn', isLinkRefused: false });
    if (answer.kind === 'changeEmail') return goOn({ kind: 'changeEmail' });
    if (answer.kind === 'secondFactor') {
      return void navigate({ to: '/login/second-factor', search: asked, replace: true });
    }
    if (answer.kind === 'cancelled') {
      return void navigate({ to: '/login', search: { ...asked, reason: 'federationCancelled' }, replace: true });
    }
    // The back button may lead again through a return that has served: whoever is signed in goes on.
    const isSignedIn = answer.kind === 'failed' && tokenFault(readToken('authToken')) === undefined;
    return isSignedIn ? void navigate({ href: next ?? '/home', replace: true }) : undefined;
  };
}
