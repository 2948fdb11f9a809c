import { MailRefused } from '../../../platform/mail/mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isBlocked, mailboxTagOf } from './blocks.ts';
import { insertInvitation } from './quotas.store.ts';

type Invitation = { safeId: string; messageId: string; email: string };

/**
 * Whether an invitation is to be mailed: not to who has blocked the sender, who sees a message that was sent. A mailbox
 * that has as many as may be gets no more: the sender sees, as after any mail that is refused, one that was not sent.
 * @throws {MailRefused}
 */
export async function admitInvitation(platform: Platform, invitation: Invitation): Promise<boolean> {
  const { db, secrets, clock } = platform;
  const { safeId, messageId, email } = invitation;
  const mailboxTag = mailboxTagOf(secrets, email);
  const counted = await db
    .transaction()
    .execute((tx) => insertInvitation(tx, { safeId, messageId, mailboxTag }, clock.now()));
  if (!counted) throw new MailRefused('the mailbox has as many invitations as may be', 'MAILBOX_FULL');
  // Counted before: a sender who is blocked meets the same limit.
  return !(await isBlocked(db, platform, invitation));
}
