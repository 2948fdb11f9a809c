import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { readToken, removeToken, tokenFault } from '../lib/tokens.ts';

/** Only a path of ours, never another site. */
export const ownPath = (path: unknown): `/${string}` | undefined =>
  isPath(path) && /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : undefined;
const isPath = (path: unknown): path is `/${string}` => typeof path === 'string' && path.startsWith('/');

/** Pages of the safe: without a usable auth token, to sign-in, which comes back here. */
export function requireAuth({ location }: { location: ParsedLocation }): void {
  const fault = tokenFault(readToken('authToken'));
  if (!fault) return;
  if (fault !== 'jwt_not_found') removeToken('authToken');
  const isPlainVisit = location.pathname === '/home';
  const reason = isPlainVisit && fault === 'jwt_not_found' ? undefined : fault;
  throw redirect({
    to: '/login',
    search: { ...(isPlainVisit ? {} : { next: location.href }), ...(reason ? { reason } : {}) },
    replace: true,
  });
}

/** Sign-in, for who is signed in already: on to where they wanted to go. */
export function leaveIfSignedIn({ search }: { search: { next?: string } }): void {
  if (tokenFault(readToken('authToken'))) return;
  throw redirect({ href: search.next ?? '/home', replace: true });
}

/** The list of shared documents: without a usable sharing token, back to the code check. */
export function requireSharing(): void {
  if (!tokenFault(readToken('sharingAuthToken'))) return;
  const token = readToken('sharingCodeToken');
  throw redirect({ to: '/public/sharings', search: token ? { token } : {}, replace: true });
}
