import type { initFederation } from '@perenne/contract/federation';
import type { Answer } from '@perenne/contract/endpoint';
import { request } from '../api/call.ts';
import { isSafeAddress } from '../browser/outside-address.ts';
import { storeFederationRedirect } from '../api/tokens.ts';

/** The contract's declaration without its schemas, which would weigh on the first page. */
const initCall = {
  id: 'initFederation',
  method: 'GET',
  path: '/backend/api/v1/auth/franceconnect/init',
  token: 'none',
  summary: '',
  errors: [],
} as const;
initCall satisfies Record<'summary' | 'errors', unknown> &
  Pick<typeof initFederation, 'id' | 'method' | 'path' | 'token'>;

/**
 * The routes that a federated sign-in may come back to, as `franceConnectRedirectOnSuccess` names them. An
 * activation wants to know who came back (`activation`), or which safe is theirs (`activation-merge`): the
 * callback goes to `/activation/france-connect`, or to `/activation/merge-with-france-connect` whatever it learnt.
 * An owner who merges another safe (`merge`) comes back to `/account/merge`, whatever it learnt.
 * A path is the page of the safe that was asked for before the sign-in.
 */
export type FederationReturn = 'home' | 'activation' | 'activation-merge' | 'merge' | `/${string}`;

/** Sends the browser to FranceConnect; the content of the page must be kept by then. */
export async function beginFederation(backTo: FederationReturn): Promise<void> {
  const response = await request(initCall);
  const { config } = (await response.json()) as Answer<typeof initFederation>;
  if (!isSafeAddress(config.authorizationUrl)) throw new Error('An address that no browser should be sent to');
  storeFederationRedirect(backTo);
  location.assign(config.authorizationUrl);
}
