import { useSearch } from '@tanstack/react-router';
import { LoginPage } from '../../features/identity/login-page.tsx';
import { ownPath } from '../guards.ts';
import { useWayOn } from './use-way-on.ts';

export function LoginRoute() {
  const { next, reason } = useSearch({ from: '/open/login' });
  return <LoginPage reason={reason} next={ownPath(next) ?? '/home'} onDone={useWayOn(next)} />;
}
