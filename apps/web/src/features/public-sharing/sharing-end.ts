import { isApiError } from '../../lib/api-error.ts';
import { readToken, removeToken, storeToken } from '../../lib/tokens.ts';

/** Keeps the token of a link. What another link has proved is not for this one. */
export function keepLink(token: string): void {
  if (readToken('sharingCodeToken') === token) return;
  removeToken('sharingAuthToken');
  storeToken('sharingCodeToken', token);
}

const ends = ['EntityNotFound', 'WrongJwtPayload', 'AuthTokenNotValid'] as const;
type SharingEnd = (typeof ends)[number];

/**
 * Whether a refusal ends the visit: the code of the reason for the page that says so, or `again` where a new code
 * opens the shares again. Undefined for what can be mended on the page.
 */
export function sharingEnd(error: unknown, kind: 'code' | 'sharing'): SharingEnd | 'again' | undefined {
  if (kind === 'sharing' && isApiError(error, 'AuthTokenNotValid')) return 'again';
  return ends.find((code) => isApiError(error, code));
}
