import { DomainError } from '../../../platform/domain-error.ts';
import type { Visitor } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findHeld, openHeld, type HeldDocument } from '../../documents/documents.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { openRecipient, openShare, type RecipientSecrets, type ShareSecrets } from '../sealed-share.ts';
import { insertEvents } from '../share-events.store.ts';
import { isActive } from '../sharing.rules.ts';
import { recordOpening } from './open-visit.ts';
import { findOpenTo, setRead, type OpenedRow } from './visitor.store.ts';

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

/**
 * Documents of a share, in the order asked, each once.
 * @throws {DomainError} EntitiesNotFoundForUser where the share does not hold them all; EncryptionError
 */
export async function requireShared(
  platform: Platform,
  { row, keys }: OpenShare,
  documentIds: readonly string[],
): Promise<HeldDocument[]> {
  const held = await findHeld(platform.db, { safeId: row.safeId, holderId: row.shareId }, documentIds);
  const asked = new Set(documentIds.map((id) => id.toLowerCase()));
  if (held.length < asked.size) throw new DomainError('EntitiesNotFoundForUser');
  try {
    return held.map((one) => openHeld(keys, one));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    platform.log.error({ safeId: row.safeId, shareId: row.shareId }, 'a shared document cannot be opened');
    throw new DomainError('EncryptionError');
  }
}

/**
 * Records what a visitor reads, before its first byte leaves: for the owner, in the share and in the journal. Who
 * proved the address through another share's code opens this one now.
 */
export async function recordReadings(
  platform: Platform,
  { row, recipient, visitor }: OpenShare,
  { documents, kind }: { documents: readonly HeldDocument[]; kind: 'READ' | 'DOWNLOADED' },
): Promise<void> {
  const { safeId, shareId, recipientId, firstOpenedAt } = row;
  const actor = { kind: 'visitor' as const, ...(recipient.email !== null && { name: recipient.email }) };
  await platform.relaxedDb.transaction().execute(async (tx) => {
    if (firstOpenedAt === null)
      await recordOpening(tx, platform, { ...row, address: visitor.address, now: platform.clock.now() });
    await Promise.all([
      insertEvents(
        tx,
        platform,
        documents.map(({ documentId }) => ({ safeId, shareId, recipientId, kind, documentId })),
      ),
      ...documents.map(({ documentId, secrets }) =>
        appendJournal(tx, platform, {
          ...{ safeId, actor, action: 'document.read', objectId: documentId },
          details: { title: secrets.title, address: visitor.address },
        }),
      ),
    ]);
  });
}

/** Takes the unread mark of a share away. */
export async function markSharingAsRead(platform: Platform, visitor: Visitor, shareId: string): Promise<void> {
  const { row } = await requireOpenShare(platform, visitor, shareId);
  const { safeId, recipientId, firstOpenedAt } = row;
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (tx) => {
    if (!(await setRead(tx, row, now))) return;
    if (firstOpenedAt === null) await recordOpening(tx, platform, { ...row, address: visitor.address, now });
    const event = { safeId, shareId: row.shareId, recipientId, kind: 'MARKED_AS_READ' as const, documentId: null };
    await insertEvents(tx, platform, [event]);
  });
}
