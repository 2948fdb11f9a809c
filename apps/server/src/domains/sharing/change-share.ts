import { randomUUID } from 'node:crypto';
import type { Share } from '@perenne/contract/shares';
import { DomainError, InvalidRequest } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { record } from './end-share.ts';
import { getShare } from './list-shares.ts';
import { queueRecipients, selectRecipients, setLink, type RecipientRow } from './recipients/recipients.store.ts';
import { sendShareJob } from './send-share.ts';
import { shareLinkOf, referenceTagOfShare } from './share-links.ts';
import { lockShare, updateShare, type ShareRow } from './shares.store.ts';
import { expiryOf, isActive, judgeAgain, noticeOf } from './sharing.rules.ts';

/**
 * Moves the end of an active share to so many days from now.
 * @throws {DomainError} SharingNotFound; EntityNotFound (410) once it has ended; InvalidRequest where it would be sooner
 */
export async function extendShare(
  platform: Platform,
  owner: Owner,
  { shareId, durationDays }: { shareId: string; durationDays: number },
): Promise<Share> {
  const key = { safeId: owner.safeId, shareId };
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockActive(tx, platform, key);
    const now = platform.clock.now();
    const expiresAt = expiryOf(now, durationDays);
    if (expiresAt <= row.expiresAt) throw new InvalidRequest([{ field: 'durationDays', rule: 'later' }]);
    await updateShare(tx, key, { expires_at: expiresAt, notice_at: noticeOf(now, expiresAt) });
    await record(tx, platform, { ...key, sealed: row.sealed, by: owner, action: 'share.extended' });
  });
  return getShare(platform, owner, shareId);
}

type AskedLink = { shareId: string; recipientId?: string | undefined; renew: boolean };

/**
 * The link of an active share, or of one of its recipients; a new one, after which the one before opens nothing.
 * @throws {DomainError} SharingNotFound, EntityNotFound
 */
export async function makeShareLink(
  platform: Platform,
  owner: Owner,
  { shareId, recipientId, renew }: AskedLink,
): Promise<{ link: string }> {
  const { safeId } = owner;
  const key = { safeId, shareId };
  const link = await platform.db.transaction().execute(async (tx) => {
    const row = await lockActive(tx, platform, key);
    const recipients = await selectRecipients(tx, safeId, [shareId]);
    const recipient =
      recipientId === undefined ? onlyOne(recipients) : recipients.find((one) => one.recipientId === recipientId);
    if (!recipient) throw new DomainError('EntityNotFound', { field: 'recipientId' });
    const linkId = renew ? randomUUID() : recipient.linkId;
    const referenceTag = referenceTagOfShare(platform.secrets, { safeId, linkId });
    await setLink(tx, key, { recipientId: recipient.recipientId, linkId, referenceTag });
    await record(tx, platform, { ...key, sealed: row.sealed, by: owner, action: 'share.link-made' });
    return shareLinkOf(platform, { safeId, linkId });
  });
  return { link };
}

/** A caller that gives the identifier of a recipient says which; without it, there must be one only. */
function onlyOne(recipients: readonly RecipientRow[]): RecipientRow | undefined {
  if (recipients.length > 1) throw new InvalidRequest([{ field: 'recipientId', rule: 'required' }]);
  return recipients[0];
}

/**
 * Writes to recipients again, by default to all of them.
 * @throws {DomainError} SharingNotFound, EntityNotFound, TooManyRequests
 */
export async function sendShareAgain(
  platform: Platform,
  owner: Owner,
  { shareId, recipients: named }: { shareId: string; recipients?: readonly string[] | undefined },
): Promise<Share> {
  const key = { safeId: owner.safeId, shareId };
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockActive(tx, platform, key);
    if (row.mode === 'LINK') throw new DomainError('EntityNotFound', { field: 'recipients' });
    const now = platform.clock.now();
    const judged = judgeAgain(row.sentAgain, now);
    if ('nextAt' in judged)
      throw new DomainError('TooManyRequests', {
        retryAfterSeconds: Math.ceil((judged.nextAt.getTime() - now.getTime()) / 1000),
      });
    const all = await selectRecipients(tx, key.safeId, [shareId]);
    const wanted = named ? pick(all, named) : all;
    const messages = wanted.map(({ recipientId }) => ({ recipientId, messageId: newId(platform.clock) }));
    await updateShare(tx, key, { sent_again: judged.sentAgain });
    await queueRecipients(tx, key, messages);
    await platform.jobs.enqueue(tx, sendShareJob, { ...key, messageIds: messages.map(({ messageId }) => messageId) });
    await record(tx, platform, { ...key, sealed: row.sealed, by: owner, action: 'share.sent-again' });
  });
  return getShare(platform, owner, shareId);
}

function pick(recipients: readonly RecipientRow[], ids: readonly string[]): RecipientRow[] {
  const found = recipients.filter(({ recipientId }) => ids.includes(recipientId));
  if (found.length < new Set(ids).size) throw new DomainError('EntityNotFound', { field: 'recipients' });
  return found;
}

async function lockActive(tx: Tx, platform: Platform, key: { safeId: string; shareId: string }): Promise<ShareRow> {
  const row = await lockShare(tx, key);
  if (!row) throw new DomainError('SharingNotFound');
  if (!isActive(row, platform.clock.now())) throw new DomainError('EntityNotFound', { gone: true });
  return row;
}
