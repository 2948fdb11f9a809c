import { isApiError } from '../../lib/api/api-error.ts';
import { hasToken, readToken, removeToken } from '../../lib/api/tokens.ts';

/** Forgets what was proved; what another tab has proved since is kept. */
export function forgetProof(token: string): void {
  if (readToken('sharingAuthToken') === token) removeToken('sharingAuthToken');
}

/** Forgets the link and what was proved, whichever tab has opened them. */
export function forgetVisit(): void {
  removeToken('sharingAuthToken');
  removeToken('sharingCodeToken');
}

/** Whether a link or a proof of this browser opens anything yet, as far as it knows. */
export const hasVisit = (): boolean => hasToken('sharingAuthToken') || hasToken('sharingCodeToken');

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
