import { logoutFederation } from '@perenne/contract/federation';
import { call } from '../api/call.ts';
import { isSafeAddress } from '../browser/outside-address.ts';
import { signOut } from './sign-out.ts';

/**
 * Returns where the browser ends the session of FranceConnect, and what the sign-in page says then; rejects where this
 * session is not one of its own.
 */
export async function askLogoutAddress(reason: 'signedOut' | 'signedOutEverywhere'): Promise<string> {
  const { logoutUrl } = await call(logoutFederation, { query: { reason } });
  return logoutUrl;
}

/**
 * Leaves through FranceConnect, which sends the browser back to sign-in; the server checks the state that comes back.
 * Our own session ends first: if the server cannot be reached, this browser has forgotten it all the same.
 */
export async function leaveThroughFederation(logoutUrl: string): Promise<void> {
  if (!isSafeAddress(logoutUrl)) throw new Error('An address that no browser should be sent to');
  try {
    await signOut();
  } finally {
    location.assign(logoutUrl);
  }
}
