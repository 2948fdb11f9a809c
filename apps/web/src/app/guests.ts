import { openLink as openLinkCall, type OpenedLink } from '@perenne/contract/links';
import { getRequestContext } from '@perenne/contract/document-requests';
import {
  getSharingContext,
  listPublicSharings,
  type PublicSharing,
  type SharingContext,
} from '@perenne/contract/public-sharings';
import { redirect } from '@tanstack/react-router';
import { isApiError } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import type { Asked } from '../features/public-sharing/request/request-page.tsx';
import { keepRequestToken, readRequestToken } from '../features/public-sharing/request/request-token.ts';
import type { Opened, Visit } from '../features/public-sharing/opened.ts';
import { forgetProof, sharingEnd } from '../features/public-sharing/sharing-end.ts';
import { readToken, storeToken, tokenFault } from '../lib/api/tokens.ts';
import { type Handed, handToken } from './handed-token.ts';

const toCheck = (reason?: string) =>
  redirect({ to: '/public/sharings', search: reason ? { reason } : {}, replace: true });

const toEnd = (reason: string) => redirect({ to: '/public/sharings-expired', search: { reason }, replace: true });

/**
 * Leads to the page that a link is for. A link that opens nothing leads to the page that says so, and so does an
 * address that was cut before its link; another error comes back, to be shown.
 */
export async function followLink(reference: string): Promise<{ error: unknown }> {
  if (reference === '') throw toEnd('CutLink');
  let opened: OpenedLink;
  try {
    opened = await call(openLinkCall, { body: { reference } });
  } catch (error) {
    if (!isApiError(error, 'EntityNotFound') && !isApiError(error, 'InvalidRequest')) return { error };
    throw toEnd('EndedLink');
  }
  throw pageOf(opened);
}

const undoPages = {
  email: '/undo-email-change',
  'second-factor': '/undo-second-factor',
  removal: '/keep-second-factor',
} as const;

/** The token goes where its page looks for it, never by way of an address: histories keep those. */
function pageOf({ kind, token, undoes = 'second-factor', scope = 'SENDER' }: OpenedLink) {
  switch (kind) {
    case 'share':
      storeToken('sharingCodeToken', token);
      return toCheck();
    case 'request':
      keepRequestToken(token);
      return redirect({ to: '/public/document-requests', search: {}, replace: true });
    case 'reset':
      return handTo({ to: '/reset-password', token });
    case 'unlock':
      return handTo({ to: '/unlock-account', token });
    case 'undo':
      return handTo({ to: undoPages[undoes], token });
    case 'block':
      return handTo({ to: '/public/block-sender', token, scope });
  }
}

function handTo(handed: Handed) {
  handToken(handed);
  return redirect({ to: handed.to, replace: true });
}

/** The list of shared documents: without a usable sharing token, back to the code check. */
export function requireSharing(): void {
  const fault = tokenFault(readToken('sharingAuthToken'));
  if (fault) throw toCheck(fault === 'jwt_not_found' ? undefined : fault);
}

/** The code check: the token of a link leaves the address. */
export function takeLink({ search }: { search: { token?: string; by?: string; reason?: string } }): void {
  const { token, ...rest } = search;
  if (token === undefined) return;
  storeToken('sharingCodeToken', token);
  throw redirect({ to: '/public/sharings', search: rest, replace: true });
}

/**
 * Returns what the stored link opens; null without one. A link that opens nothing leads to the page that says so, and
 * one whose share is open already to the list: a proof opens what other links lead to, and codes are counted.
 */
export async function openLink(): Promise<Opened<SharingContext | null>> {
  const stored = readToken('sharingAuthToken');
  const proof = tokenFault(stored) ? null : stored;
  if (!readToken('sharingCodeToken')) {
    if (proof !== null) throw toList();
    return { data: null };
  }
  // Asked beside the link, and only by who has proved something: a proof that is refused opens nothing.
  const opening = proof === null ? [] : listOpen(proof).catch(() => []);
  let context: SharingContext;
  try {
    context = await call(getSharingContext);
  } catch (error) {
    return leaveOrReturn(error, null);
  }
  if ((await opening).some(({ id }) => id === context.shareId)) throw toList();
  return { data: context };
}

const toList = () => redirect({ to: '/public/sharings-list', replace: true });

async function listOpen(proof: string): Promise<PublicSharing[]> {
  const shares: PublicSharing[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const { items, nextCursor } = await call(listPublicSharings, { query, token: proof });
    shares.push(...items);
    cursor = nextCursor;
  }
  return shares;
}

/** Every share that this visitor may open; once there is none left, the page that says so. */
export async function openShares(): Promise<Opened<Visit>> {
  const proof = readToken('sharingAuthToken') ?? '';
  try {
    const shares = await listOpen(proof);
    if (shares.length > 0) return { data: { proof, shares } };
  } catch (error) {
    return leaveOrReturn(error, proof);
  }
  forgetProof(proof);
  throw toEnd('EntityNotFound');
}

/** An error of the list comes with the proof that was to open it; one of a link, without. */
function leaveOrReturn(error: unknown, proof: string | null): { error: unknown } {
  const end = sharingEnd(error, proof === null ? 'code' : 'sharing');
  if (!end) return { error };
  if (proof !== null) forgetProof(proof);
  if (end === 'again') throw toCheck('AuthTokenNotValid');
  throw toEnd(end);
}

/** A request for documents: the token of its link leaves the address. */
export function takeRequest({ search: { token } }: { search: { token?: string } }): void {
  if (token === undefined) return;
  keepRequestToken(token);
  throw redirect({ to: '/public/document-requests', search: {}, replace: true });
}

/** Returns what the stored link asks for. Its own page shows its end: there is no other. */
export async function openRequest(): Promise<Opened<Asked>> {
  const token = readRequestToken();
  if (token === null) return { data: 'noLink' };
  try {
    return { data: await call(getRequestContext, { token }) };
  } catch (error) {
    return sharingEnd(error, 'code') ? { data: 'ended' } : { error };
  }
}
