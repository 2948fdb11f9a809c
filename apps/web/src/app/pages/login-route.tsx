import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoginPage } from '../../features/identity/login-page.tsx';
import { isBackFromLogout } from '../../lib/federation-return.ts';
import { ownPath } from '../guards.ts';
import { useWayOn } from './use-way-on.ts';

export function LoginRoute() {
  const { next, reason, state } = useSearch({ from: '/open/login' });
  const navigate = useNavigate();
  const goOn = useWayOn(next);
  const [isSignedOut] = useState(() => isBackFromLogout(state));
  const clean = useEffectEvent(() => {
    if (state !== undefined) void navigate({ to: '/login', search: next ? { next } : {}, replace: true });
  });
  useEffect(() => clean(), []);
  return <LoginPage reason={isSignedOut ? 'signedOut' : reason} next={ownPath(next) ?? '/home'} onDone={goOn} />;
}
