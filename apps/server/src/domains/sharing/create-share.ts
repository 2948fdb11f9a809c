import type { Received } from '@perenne/contract/endpoint';
import type { createShare as createShareCall, ShareWithLink } from '@perenne/contract/shares';
import { sql } from 'kysely';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import { journalAppend, sealEntry, type NewEntry } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTransaction } from '../../platform/postgres/last-statement.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { findHoldable, holdContents, openHeld } from '../documents/documents.ts';
import { findOwner } from '../identity/identity.ts';
import { createOnce, creationKeyOf, type CreationKey } from './creation-keys.ts';
import { getShare } from './list-shares.ts';
import { presentShare } from './present-share.ts';
import type { RefuseLongPapers } from './long-papers.ts';
import { linkHolder, namedRecipients, type PlannedRecipient } from './recipients/recipients.ts';
import { selectRecipients } from './recipients/recipients.store.ts';
import { sealShare, securityTag } from './sealed-share.ts';
import { countAddresses } from './sending/quotas.ts';
import { shareLinkOf, referenceTagOfShare } from './share-links.ts';
import { sendShareJob } from './send-share.ts';
import { findShareByKey, insertShare } from './shares.store.ts';
import { expiryOf, isMarkable, noticeOf } from './sharing.rules.ts';

type Asked = Received<typeof createShareCall>['body'];

type Wanted = {
  body: Asked;
  idempotencyKey?: string | undefined;
  /** Left out for papers of our own making. */
  refuseLong?: RefuseLongPapers;
};

/**
 * Shares documents, once for a key: a job notifies those that are written to, once the share is there.
 * @throws {DomainError} DocumentNotFound, InvalidRequest on `watermark`, PhoneNumberFormatError, IdempotencyKeyReused, SharingNotFound,
 * TooManyRequests
 */
export function createShare(
  platform: Platform,
  owner: Owner,
  { body, idempotencyKey, refuseLong }: Wanted,
): Promise<ShareWithLink> {
  const { safeId } = owner;
  const key = creationKeyOf(platform, 'share', { safeId, idempotencyKey, body });
  return createOnce(key, {
    find: (keyTag) => findShareByKey(platform.db, safeId, keyTag),
    again: ({ shareId }) => readCreated(platform, owner, shareId),
    create: () => makeShare(platform, owner, { asked: body, key, refuseLong }),
  });
}

/** The share created before, as it is now, with its link if a creation returns it. */
async function readCreated(platform: Platform, owner: Owner, shareId: string): Promise<ShareWithLink> {
  const { safeId } = owner;
  const [share, recipients] = await Promise.all([
    getShare(platform, owner, shareId),
    selectRecipients(platform.db, safeId, [shareId]),
  ]);
  return { ...share, ...linkOfOnly(platform, safeId, recipients) };
}

type Making = { asked: Asked; key: CreationKey | null; refuseLong: RefuseLongPapers | undefined };

async function makeShare(platform: Platform, owner: Owner, { asked, key, refuseLong }: Making): Promise<ShareWithLink> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const { values } = keys;
  if (asked.watermark) await refuseLong?.({ safeId, keys, documents: asked.documents });
  const recipients =
    asked.mode === 'EMAIL' ? namedRecipients(platform, values, asked.recipients) : [linkHolder(platform, values)];
  const linked = recipients.map((one) => ({
    ...one,
    referenceTag: referenceTagOfShare(platform.secrets, { safeId, ...one }),
  }));
  const share = planShare(platform, asked);
  const messageIds = recipients.map(({ messageId }) => messageId);
  const entry = await sealEntry(platform.db, platform, entryOf(owner, share.shareId, asked.title));
  const made = await inTransaction(platform.db, async (tx, last) => {
    if (asked.mode === 'EMAIL')
      await countAddresses(tx, platform, { safeId, emails: asked.recipients.map(({ email }) => email) });
    const [documents, profile] = await Promise.all([
      findHoldable(tx, safeId, asked.documents),
      findOwner(tx, platform, safeId),
      asked.mode === 'EMAIL' && platform.jobs.enqueue(tx, sendShareJob, { safeId, shareId: share.shareId, messageIds }),
    ]);
    if (!profile) throw new DomainError('AuthTokenNotValid');
    const opened = asked.watermark ? documents.map((document) => openHeld(keys, document)) : [];
    const sealed = sealShare(values, share.shareId, {
      ...{ title: asked.title, purpose: asked.purpose ?? asked.title, watermark: asked.watermark },
      message: 'message' in asked ? (asked.message ?? null) : null,
      sender: `${profile.firstName} ${profile.lastName}`,
      locale: profile.locale,
      papers: opened.filter(({ secrets }) => isMarkable(secrets)).map(({ documentId }) => documentId),
    });
    const row = { ...share, key, safeId, mode: asked.mode, sealed, documentCount: documents.length };
    const ids = documents.map(({ documentId }) => documentId);
    last(insertShare(tx, row, linked));
    last(holdContents(tx, { safeId, holderId: share.shareId }, ids));
    last(sql`select from ${journalAppend(sql`${safeId}`, entry)}`.execute(tx));
    return { row, documents };
  });
  return { ...present(platform, keys, { ...made, recipients }), ...linkOfOnly(platform, safeId, recipients) };
}

function planShare(platform: Platform, asked: Asked) {
  const createdAt = platform.clock.now();
  const shareId = newId(platform.clock);
  const expiresAt = expiryOf(createdAt, asked.durationDays);
  const code = asked.mode === 'LINK' ? (asked.securityCode ?? null) : null;
  return {
    ...{ shareId, createdAt, expiresAt, noticeAt: noticeOf(createdAt, expiresAt) },
    securityTag: code === null ? null : securityTag(platform.secrets, shareId, code),
  };
}

const entryOf = ({ safeId, address }: Owner, shareId: string, title: string): NewEntry => ({
  ...{ safeId, actor: { kind: 'owner' }, action: 'share.created', objectId: shareId },
  details: { title, address },
});

type Made = {
  row: ReturnType<typeof planShare> & { safeId: string; mode: Asked['mode']; sealed: Buffer; documentCount: number };
  documents: Awaited<ReturnType<typeof findHoldable>>;
  recipients: readonly PlannedRecipient[];
};

/** A sole recipient gets a link to hand over. */
function linkOfOnly(
  platform: Platform,
  safeId: string,
  [only, ...others]: ReadonlyArray<Pick<PlannedRecipient, 'linkId'>>,
): { link?: string } {
  return only && others.length === 0 ? { link: shareLinkOf(platform, { safeId, linkId: only.linkId }) } : {};
}

/** As its GET gives it, from what was just written. */
function present({ clock }: Platform, keys: SafeKeys, { row, documents, recipients }: Made): ShareWithLink {
  const { shareId } = row;
  return presentShare(
    keys,
    {
      row: { ...row, state: 'active', firstOpenedAt: null, sentAgain: [] },
      recipients: recipients.map((recipient) => ({ ...recipient, shareId, firstOpenedAt: null, lastOpenedAt: null })),
      documents: documents.map((held) => ({ ...held, isDeleted: false })),
    },
    clock.now(),
  );
}
