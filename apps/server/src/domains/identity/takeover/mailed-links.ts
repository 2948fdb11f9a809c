import type { OpenedLink } from '@perenne/contract/links';
import type { Platform } from '../../../platform/platform.ts';
import { undoTag } from '../account/former-emails.ts';
import { findMailedLink } from './mailed-links.store.ts';
import { unlockTag } from '../password/password-tries/send-unlock-link.ts';
import { resetLinkTag } from '../password/reset-links.ts';
import { removalTag } from '../second-factor/removal/settle-removals.ts';
import { takeoverUndoTag } from './takeover-undos.ts';

/** Returns the use of a link that was mailed about an account; null if there is none, or it is over. It uses nothing up. */
export async function readMailedLink({ db, secrets, clock }: Platform, reference: string): Promise<OpenedLink | null> {
  const tags = {
    reset: resetLinkTag(secrets, reference),
    unlock: unlockTag(secrets, reference),
    email: undoTag(secrets, reference),
    secondFactor: takeoverUndoTag(secrets, reference),
    removal: removalTag(secrets, reference),
  };
  const found = await findMailedLink(db, tags, clock.now());
  if (!found) return null;
  const { kind, undoes } = found;
  return { kind, token: reference, ...(undoes !== null && { undoes }) };
}
