import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { readToken, removeToken, tokenFault } from '../lib/api/tokens.ts';

const here = 'https://safe.invalid';

/** Only a path of ours, as a browser reads it (tabs and backslashes included), never another site. */
export function ownPath(path: unknown): `/${string}` | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(path, here);
  const isOurs = origin === here && !pathname.startsWith('//') && !pathname.startsWith('/login');
  return isOurs ? `/${pathname.slice(1)}${search}${hash}` : undefined;
}

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
