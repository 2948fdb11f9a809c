import { isApiError } from '../../lib/api-error.ts';
import { readToken, removeToken } from '../../lib/tokens.ts';

/** Forgets what was proved; what another tab has proved since is kept. */
export function forgetProof(token: string): void {
  if (readToken('sharingAuthToken') === token) removeToken('sharingAuthToken');
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
