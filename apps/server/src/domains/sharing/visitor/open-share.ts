import { DomainError } from '../../../platform/domain-error.ts';
import type { Visitor } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import { appendSealed, sealEntry } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { inTransaction, type Last } from '../../../platform/postgres/last-statement.ts';
import { findHeldBy, openHeld, type HeldDocument } from '../../documents/documents.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { openRecipient, openShare, type RecipientSecrets, type ShareSecrets } from '../sealed-share.ts';
import { insertEvents, selectTaken } from '../events/share-events.store.ts';
import { isActive } from '../sharing.rules.ts';
import { recordOpening } from './open-visit.ts';
import { takeEntries } from './visitor-entries.ts';
import { findOpenTo, holderOpenTo, lockVisit, setRead, takeOpening, type OpenedRow } from './visitor.store.ts';

/** A share that is open to a visitor, as that visitor's recipient. */
export type OpenShare = {
  row: OpenedRow;
  keys: SafeKeys;
  secrets: ShareSecrets;
  recipient: RecipientSecrets;
  visitor: Visitor;
};

/**
 * A share by its identifier. One that is addressed to somebody else answers as one that never was.
 * @throws {DomainError} EntityNotFound; 410 for one that was open to this visitor and has ended
 */
export async function requireOpenShare(platform: Platform, visitor: Visitor, shareId: string): Promise<OpenShare> {
  const row = isId(shareId) ? await findOpenTo(platform.db, visitor, shareId) : undefined;
  if (!row) throw new DomainError('EntityNotFound');
  if (!isActive(row, platform.clock.now())) throw new DomainError('EntityNotFound', { gone: true });
  const keys = await platform.vault.keysOf(row.safeId, 'sharing');
  const secrets = openShare(keys.values, shareId.toLowerCase(), row.sealedShare);
  const recipient = openRecipient(keys.values, row.recipientId, row.sealedRecipient);
  return { row, keys, secrets, recipient, visitor };
}

type Asked = { shareId: string; documentIds: readonly string[] };

/**
 * A share and documents of it, in the order asked, each once.
 * @throws {DomainError} as `requireOpenShare`; EntitiesNotFoundForUser where the share does not hold them all;
 * EncryptionError
 */
export async function requireShared(
  platform: Platform,
  visitor: Visitor,
  { shareId, documentIds }: Asked,
): Promise<{ share: OpenShare; documents: HeldDocument[] }> {
  const [share, held] = await Promise.all([
    requireOpenShare(platform, visitor, shareId),
    isId(shareId) ? findHeldBy(platform.db, holderOpenTo(visitor, shareId), documentIds) : [],
  ]);
  const asked = new Set(documentIds.map((id) => id.toLowerCase()));
  if (held.length < asked.size) throw new DomainError('EntitiesNotFoundForUser');
  try {
    return { share, documents: held.map((one) => openHeld(share.keys, one)) };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    platform.log.error({ safeId: share.row.safeId, shareId: share.row.shareId }, 'a shared document cannot be opened');
    throw new DomainError('EncryptionError');
  }
}

type Reading = { documents: readonly HeldDocument[]; kind: 'READ' | 'DOWNLOADED' };
type Part = Reading & { from: number };

/**
 * Records what a visitor reads, before its first byte leaves: for the owner, in the share and in the journal. A
 * visitor who proved the address through another share's code opens this one now.
 */
export async function recordReadings(platform: Platform, share: OpenShare, part: Part): Promise<void> {
  const { kind } = part;
  await inTransaction(platform.relaxedDb, async (tx, last) => {
    const documents = await notYetTaken(tx, share, part);
    if (documents.length > 0) await record(tx, platform, { share, documents, kind, last });
  });
}

async function record(
  tx: Tx,
  platform: Platform,
  { share: { row, recipient, visitor }, documents, kind, last }: Reading & { share: OpenShare; last: Last },
): Promise<void> {
  const { safeId, shareId, recipientId, firstOpenedAt } = row;
  const { visitId, address } = visitor;
  const actor = { kind: 'visitor' as const, ...(recipient.email !== null && { name: recipient.email }) };
  const now = platform.clock.now();
  const objectIds = documents.map(({ documentId }) => documentId);
  const entered = await takeEntries(tx, platform, { safeId, shareId, recipientId, address, objectIds });
  if (firstOpenedAt === null && (await takeOpening(tx, row, now)))
    await recordOpening(tx, platform, { ...row, address, now });
  const entries = await Promise.all(
    documents
      .filter(({ documentId }) => entered.has(documentId))
      .map(({ documentId, secrets }) =>
        sealEntry(tx, platform, {
          ...{ safeId, actor, action: 'document.read', objectId: documentId },
          details: { title: secrets.title, address },
        }),
      ),
  );
  const events = documents.map(({ documentId }) => ({ safeId, shareId, recipientId, kind, documentId, visitId }));
  last(insertEvents(tx, platform, events));
  for (const entry of entries) last(appendSealed(tx, entry));
}

/** A download that goes on with the rest is the same reading; a visitor who never took its beginning reads anew. */
async function notYetTaken(
  tx: Tx,
  { row, visitor }: OpenShare,
  { documents, kind, from }: Part,
): Promise<readonly HeldDocument[]> {
  if (from === 0) return documents;
  const kinds = kind === 'READ' ? (['READ', 'DOWNLOADED'] as const) : [kind];
  // Without the lock, parts that come at once would all find nothing, and each be recorded.
  const [, taken] = await Promise.all([
    lockVisit(tx, visitor),
    selectTaken(tx, row, { visitId: visitor.visitId, kinds }),
  ]);
  return documents.filter(({ documentId }) => !taken.has(documentId));
}

/** Takes the unread mark of a share away. */
export async function markSharingAsRead(platform: Platform, visitor: Visitor, shareId: string): Promise<void> {
  const { row } = await requireOpenShare(platform, visitor, shareId);
  const { safeId, recipientId, firstOpenedAt } = row;
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (tx) => {
    if (!(await setRead(tx, row, now))) return;
    if (firstOpenedAt === null && (await takeOpening(tx, row, now)))
      await recordOpening(tx, platform, { ...row, address: visitor.address, now });
    const event = { safeId, shareId: row.shareId, recipientId, kind: 'MARKED_AS_READ' as const, documentId: null };
    await insertEvents(tx, platform, [event]);
  });
}
