import { getProfile } from '@perenne/contract/identity';
import { isApiError, NetworkError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { removeToken } from '../../lib/api/tokens.ts';
import type { WayOn } from './sign-in.ts';

/** Whether the identity really was linked: a return that the server no longer knows signs in and links nothing. */
export async function checkLink(wayOn: WayOn): Promise<WayOn> {
  if (wayOn.kind !== 'signedIn' || wayOn.isLinkRefused || (await isLinked())) return wayOn;
  removeToken('franceConnectToken');
  return { ...wayOn, isLinkRefused: true };
}

/** Without an answer nothing is said: the account shows it. */
async function isLinked(): Promise<boolean> {
  try {
    return (await call(getProfile)).federated;
  } catch (failure) {
    if (isApiError(failure) || failure instanceof NetworkError) return true;
    throw failure;
  }
}
