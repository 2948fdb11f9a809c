import { getRequestContext } from '@perenne/contract/document-requests';
import { getSharingContext, listPublicSharings, type PublicSharing } from '@perenne/contract/public-sharings';
import { redirect } from '@tanstack/react-router';
import { call } from '../lib/call.ts';
import type { Asked } from '../features/public-sharing/request/request-page.tsx';
import { keepRequestToken, readRequestToken } from '../features/public-sharing/request/request-token.ts';
import type { Opened } from '../features/public-sharing/opened.ts';
import { keepLink, sharingEnd } from '../features/public-sharing/sharing-end.ts';
import { readToken, removeToken, tokenFault } from '../lib/tokens.ts';

const toCheck = (reason?: string) => {
  const token = readToken('sharingCodeToken');
  const search = { ...(token ? { token } : {}), ...(reason ? { reason } : {}) };
  return redirect({ to: '/public/sharings', search, replace: true });
};

/** The list of shared documents: without a usable sharing token, back to the code check. */
export function requireSharing(): void {
  const fault = tokenFault(readToken('sharingAuthToken'));
  if (fault) throw toCheck(fault === 'jwt_not_found' ? undefined : fault);
}

/** The code check: the token of a link leaves the address, and who has given a code already goes on. */
export function takeLink({ search }: { search: { token?: string; by?: string; reason?: string } }): void {
  const { token, ...rest } = search;
  if (token !== undefined) {
    keepLink(token);
    throw redirect({ to: '/public/sharings', search: rest, replace: true });
  }
  if (!tokenFault(readToken('sharingAuthToken'))) throw redirect({ to: '/public/sharings-list', replace: true });
}

/** What the stored link opens; null without one. A link that opens nothing any more leads to the page that says so. */
export async function openLink() {
  if (!readToken('sharingCodeToken')) return { data: null };
  try {
    return { data: await call(getSharingContext) };
  } catch (error) {
    return leaveOrTell(error, 'code');
  }
}

/** Every share that this visitor may open; once there is none left, the page that says so. */
export async function openShares(): Promise<Opened<PublicSharing[]>> {
  try {
    const shares: PublicSharing[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 200, ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = await call(listPublicSharings, { query });
      shares.push(...items);
      cursor = nextCursor;
    }
    if (shares.length > 0) return { data: shares };
  } catch (error) {
    return leaveOrTell(error, 'sharing');
  }
  removeToken('sharingAuthToken');
  throw redirect({ to: '/public/sharings-expired', search: { reason: 'EntityNotFound' }, replace: true });
}

function leaveOrTell(error: unknown, kind: 'code' | 'sharing'): { error: unknown } {
  const end = sharingEnd(error, kind);
  if (!end) return { error };
  if (kind === 'sharing') removeToken('sharingAuthToken');
  if (end === 'again') throw toCheck('AuthTokenNotValid');
  throw redirect({ to: '/public/sharings-expired', search: { reason: end }, replace: true });
}

/** A request for documents: the token of its link leaves the address. */
export function takeRequest({ search: { token } }: { search: { token?: string } }): void {
  if (token === undefined) return;
  keepRequestToken(token);
  throw redirect({ to: '/public/document-requests', search: {}, replace: true });
}

/** What the stored link asks for. Its end is told by its own page, which has no other. */
export async function openRequest(): Promise<Opened<Asked>> {
  const token = readRequestToken();
  if (token === null) return { data: 'noLink' };
  try {
    return { data: await call(getRequestContext, { token }) };
  } catch (error) {
    return sharingEnd(error, 'code') ? { data: 'ended' } : { error };
  }
}
