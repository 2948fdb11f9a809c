import type { SharingContext } from '@perenne/contract/public-sharings';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, LinkHolder } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openRecipient, openShare } from '../sealed-share.ts';
import { isActive, maskEmail, maskPhone } from '../sharing.rules.ts';
import { refusalOfGone } from '../gone-safe.ts';
import { findLink } from './visitor.store.ts';

/** The token of a link opens what its recipient may open, as long as the share lives: the rows are read each time. */
export const authenticateLink =
  ({ tokens, clock, db }: Platform): Authenticate<LinkHolder> =>
  async (token, origin) => {
    const claims = await tokens.read('code', token, origin);
    if (!claims || !isId(claims.sub) || !isId(claims.sid)) return null;
    const found = await findLink(db, claims.sub, claims.sid);
    if (!found) throw await refusalOfGone(db, claims.sub);
    const { state, ...link } = found;
    if (!isActive({ state, expiresAt: link.expiresAt }, clock.now()))
      throw new DomainError('EntityNotFound', { gone: true });
    return { kind: 'linkHolder', safeId: claims.sub, linkId: claims.sid, ...link, ...origin };
  };

/** The facts before any code: nothing of the documents, and of the recipient what the recipient knows. */
export async function readSharingContext(platform: Platform, link: LinkHolder): Promise<SharingContext> {
  const { values } = await platform.vault.keysOf(link.safeId, 'sharing');
  const { sender, title } = openShare(values, link.shareId, link.sealedShare);
  const { email, phone } = openRecipient(values, link.recipientId, link.sealedRecipient);
  return {
    ...{ shareId: link.shareId, mode: link.mode, sender, title, securityCode: link.securityTag !== null },
    modes: [...(email === null ? [] : (['EMAIL'] as const)), ...(phone === null ? [] : (['SMS'] as const))],
    ...(email !== null && { maskedEmail: maskEmail(email) }),
    ...(phone !== null && { maskedPhone: maskPhone(phone) }),
  };
}
