import type { OpenedLink } from '@perenne/contract/links';
import type { Platform } from '../../platform/platform.ts';
import { findSharedByReference } from './recipients/recipients.store.ts';
import { requestReferenceTag } from './requests/request-links.ts';
import { findRequestByReference } from './requests/requests.store.ts';
import { blockLinkTag } from './sending/blocks.ts';
import { findBlockLink } from './sending/blocks.store.ts';
import { shareReferenceTag } from './share-links.ts';
import { isActive } from './sharing.rules.ts';

/** Links are followed anywhere: their tokens are bound to no browser. */
const anyBrowser = { browser: null };

/** Opens a link of a share, of a request or of an invitation; null if there is none, or it has ended. */
export async function openSharingLink(platform: Platform, reference: string): Promise<OpenedLink | null> {
  const { db, secrets, tokens, clock } = platform;
  const now = clock.now();
  const [share, request, block] = await Promise.all([
    findSharedByReference(db, shareReferenceTag(secrets, reference)),
    findRequestByReference(db, requestReferenceTag(secrets, reference)),
    findBlockLink(db, blockLinkTag(secrets, reference), now),
  ]);
  if (share && isActive(share, now)) {
    const { safeId, linkId, expiresAt } = share;
    return { kind: 'share', token: await tokens.issue('code', { sub: safeId, sid: linkId, expiresAt }, anyBrowser) };
  }
  if (request && isActive(request, now)) {
    const { safeId, requestId, expiresAt } = request;
    const token = await tokens.issue('request', { sub: safeId, sid: requestId, expiresAt }, anyBrowser);
    return { kind: 'request', token };
  }
  return block ? { kind: 'block', token: reference, scope: block.scope } : null;
}
