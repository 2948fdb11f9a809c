import { nowMs } from '../browser/clock.ts';
import { readLocal, removeLocal, writeLocal } from '../browser/local-store.ts';

/** The tokens that the browser keeps, under these keys of localStorage. */
export const tokenKeys = [
  'authToken',
  'chatbotToken',
  'sharingAuthToken',
  'sharingCodeToken',
  'invalidUserToken',
  'mergeToken',
  'franceConnectToken',
  'notActivatedFcUserToken',
] as const;
export type TokenKey = (typeof tokenKeys)[number];

/** Holds the name of the route to go back to after a federated sign-in. */
const redirectKey = 'franceConnectRedirectOnSuccess';

export type TokenFault = 'jwt_not_found' | 'invalid_jwt_format' | 'jwt_expired';

interface Claims {
  exp: number;
  type?: string;
  jti?: string;
  /** The safe that an auth token opens. */
  sub?: string;
}

export const readToken = (key: TokenKey): string | null => readLocal(key);
export const storeToken = (key: TokenKey, token: string): void => writeLocal(key, token);
export const hasToken = (key: TokenKey): boolean => readLocal(key) !== null;

/** Fires `removed` once this page has removed tokens. */
const removals = new EventTarget();

export function removeToken(key: TokenKey): void {
  removeLocal(key);
  removals.dispatchEvent(new Event('removed'));
}

export function clearTokens(): void {
  for (const key of tokenKeys) removeLocal(key);
  removeLocal(redirectKey);
  removals.dispatchEvent(new Event('removed'));
}

/** @public Read by the federation's callback page. */
export const readFederationRedirect = (): string | null => readLocal(redirectKey);
/** @public Stored when a federated sign-in begins. */
export const storeFederationRedirect = (route: string): void => writeLocal(redirectKey, route);
/** @public Removed once it has been followed. */
export const removeFederationRedirect = (): void => removeLocal(redirectKey);

/** The claims of a token, read without checking its signature: the server is the judge of that. */
export function readClaims(token: string): Claims | undefined {
  const [, payload, signature] = token.split('.');
  if (!payload || signature === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** The safe that the browser is signed in to, as its token says. */
export const openSafe = (): string | undefined => readClaims(readToken('authToken') ?? '')?.sub;

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && 'exp' in value && typeof value.exp === 'number';

/** Returns the fault of a stored token, as far as the browser can see one; `undefined` for none. */
export function tokenFault(token: string | null, now: number = nowMs()): TokenFault | undefined {
  if (!token) return 'jwt_not_found';
  const claims = readClaims(token);
  if (!claims) return 'invalid_jwt_format';
  return claims.exp * 1000 <= now ? 'jwt_expired' : undefined;
}

const keyByType: Partial<Record<string, TokenKey>> = {
  JwtPayloadLoggedUser: 'authToken',
  JwtPayloadLoggedInvalidUser: 'invalidUserToken',
  JwtPayloadLoggedFCNotActivatedUser: 'notActivatedFcUserToken',
  JwtPayloadMerge: 'mergeToken',
  JwtPayloadSharingCode: 'sharingCodeToken',
  JwtPayloadSharing: 'sharingAuthToken',
};

/** The key for a token of `Set-Authorization`: an invalid user's is kept apart and is no sign-in. */
export const keyOfToken = (token: string): TokenKey | undefined => keyByType[readClaims(token)?.type ?? ''];

/** Reports tokens that another tab stored or removed: a sign-out there signs out here. */
export function onTokensChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || (tokenKeys as readonly string[]).includes(event.key)) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Reports tokens that this page removed or another tab changed. */
export function onTokensChanged(listener: () => void): () => void {
  const stop = onTokensChangedElsewhere(listener);
  removals.addEventListener('removed', listener);
  return () => {
    stop();
    removals.removeEventListener('removed', listener);
  };
}
