import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { job, type JobRun } from '../../platform/jobs/jobs.ts';
import { MailRefused } from '../../platform/mail/mail.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { findOwner } from '../identity/identity.ts';
import { record } from './end-share.ts';
import {
  isWaiting,
  selectRecipients,
  keepReference,
  setDelivery,
  type RecipientRow,
} from './recipients/recipients.store.ts';
import { openRecipient, openShare } from './sealed-share.ts';
import { makeBlockLinks } from './sending/blocks.ts';
import { admitInvitation } from './sending/invitations.ts';
import { shareLinkOf, referenceTagOfShare } from './share-links.ts';
import { ownerMails, recipientMails } from './share.messages.ts';
import { findShare, type ShareKey, type ShareRow } from './shares.store.ts';
import { isActive } from './sharing.rules.ts';

/**
 * Which messages are to be written; all that wait where none is named. Each message is one job's: another neither
 * sends it too, nor gives it up at the end of its own tries.
 */
type Sending = ShareKey & { messageIds?: readonly string[] };

/** Tries for about eight hours, as other mails do. */
export const sendShareJob = job<Sending>('sharing.send', { retries: 40, retryDelaySeconds: 5, timeoutSeconds: 180 });

/**
 * Writes to the recipients of a share who wait for it. Each recipient's row holds the fate of its message, for the
 * owner to see: one that is refused, or fails for the last time, is given up.
 */
export async function sendShare(platform: Platform, sending: Sending, run: Pick<JobRun, 'retry' | 'signal'>) {
  const { messageIds, ...key } = sending;
  const share = await findShare(platform.db, key);
  if (!share || !isActive(share, platform.clock.now())) return;
  const waiting = (await selectRecipients(platform.db, key.safeId, [key.shareId])).filter(
    ({ delivery, messageId }) => delivery === 'QUEUED' && (messageIds?.includes(messageId) ?? true),
  );
  const isLastTry = run.retry >= (sendShareJob.retries ?? 0);
  const failures: unknown[] = [];
  for (const [index, recipient] of waiting.entries()) {
    try {
      run.signal.throwIfAborted();
      // The first was just read; those after it may have been written to meanwhile.
      const now = platform.clock.now();
      if (index > 0 && !(await isWaiting(platform.db, key, { ...recipient, now }))) continue;
      await sendTo(platform, { key, share, recipient });
      await setDelivery(platform.db, key, { ...recipient, delivery: 'SENT' });
    } catch (error) {
      const isFinal = isLastTry || error instanceof MailRefused;
      if (isFinal) await giveUp(platform, { key, share, recipient });
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Message = { key: ShareKey; share: ShareRow; recipient: RecipientRow };

async function sendTo(platform: Platform, { key, share, recipient }: Message): Promise<void> {
  const { values } = await platform.vault.keysOf(key.safeId, 'sharing');
  const { title, message, sender, locale } = openShare(values, key.shareId, share.sealed);
  const { email } = openRecipient(values, recipient.recipientId, recipient.sealed);
  const { messageId } = recipient;
  if (email === null || !(await admitInvitation(platform, { safeId: key.safeId, messageId, email }))) return;
  const { expiresAt } = share;
  const linkKey = { safeId: key.safeId, linkId: recipient.linkId };
  const link = shareLinkOf(platform, linkKey);
  await keepReference(platform.db, key, { ...recipient, referenceTag: referenceTagOfShare(platform.secrets, linkKey) });
  const block = await makeBlockLinks(platform, { safeId: key.safeId, messageId, email });
  const mail = recipientMails[locale].invitation({ sender, title, message, link, expiresAt, block });
  await platform.mail.send({ id: messageId, to: email, ...mail });
}

/** The owner reads it in the share, in the journal and in a mail; not of a message that was replaced meanwhile. */
async function giveUp(platform: Platform, { key, share, recipient }: Message): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    if (!(await setDelivery(tx, key, { ...recipient, delivery: 'FAILED' }))) return;
    await record(tx, platform, { ...key, sealed: share.sealed, by: null, action: 'share.send-failed' });
    await notifyOwner(tx, platform, { safeId: key.safeId, what: 'sendFailed' });
  });
}

/** A mail to the owner of a safe, which leaves by the usual queue and names no share. */
export async function notifyOwner(
  tx: Tx,
  platform: Platform,
  { safeId, what }: { safeId: string; what: keyof (typeof ownerMails)['fr'] },
): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner) return;
  const path = what === 'requestFailed' ? '/shares?view=requests' : '/shares';
  const { href } = new URL(path, platform.settings.publicUrl);
  await queueMail(tx, platform, { to: owner.email, ...ownerMails[owner.locale][what](href) });
}
