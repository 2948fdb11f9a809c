import type { Readable } from 'node:stream';
import { freeing } from '../../../platform/bytes/free-bytes.ts';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openContent, type ContentOwner } from '../../../platform/sealing/content.ts';
import { frameRange } from '../../../platform/sealing/content-range.ts';
import { readBeginning, type ContentBytes } from './read-beginning.ts';
import { markRead } from '../record/documents.store.ts';
import { noteDamage } from '../integrity/damage/note-damage.ts';
import { damageOf, requireWhole } from '../integrity/proofs/examine.ts';
import { requireDocument } from '../record/require-document.ts';
import { openDocument, type DocumentSecrets } from '../record/sealed-document.ts';

/** A content that may be read: what it is, and any range of its bytes, `to` excluded. */
export type ReadableContent = {
  /** The safe, or the visit, that reads. Long answers to one party wait for each other. */
  party: string;
  secrets: DocumentSecrets;
  sizeBytes: number;
  open(range: { from: number; to: number }): AsyncGenerator<Buffer> | Promise<ContentBytes>;
  /** Records the reading, from that byte on, and takes the unread mark away: before the first byte leaves. */
  recordReading(range: { from: number }): Promise<void>;
};

/** @throws {DomainError} DocumentNotFound; DocumentDamaged once it is opened */
export async function readContent(platform: Platform, owner: Owner, documentId: string): Promise<ReadableContent> {
  const { safeId } = owner;
  const row = await requireDocument(platform, safeId, documentId);
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const secrets = openDocument(keys, documentId, row.sealed);
  const contentOwner = { key: keys.contents, safeId, documentId };
  return {
    party: safeId,
    secrets,
    sizeBytes: row.sizeBytes,
    open: (range) => openWhole(platform, owner, { stored: { row, contentOwner }, secrets, range }),
    recordReading: async () => {
      const entry = {
        safeId,
        actor: { kind: 'owner' as const },
        action: 'document.read' as const,
        objectId: documentId,
        details: { title: secrets.title, address: owner.address },
      };
      if (row.unread) await markRead(platform.db, safeId, documentId);
      await appendJournal(platform.relaxedDb, platform, entry);
    },
  };
}

type Opening = {
  stored: Stored & { row: { damagedAt: Date | null; sealed: Buffer } };
  secrets: DocumentSecrets;
  range: { from: number; to: number };
};

/**
 * One that was found damaged is read to its end first, whatever its size: its owner has an answer and no cut
 * connection. @throws {DomainError} DocumentDamaged: its owner finds that in the journal, and people are alarmed
 */
async function openWhole(platform: Platform, owner: Owner, { stored, secrets, range }: Opening): Promise<ContentBytes> {
  const { documentId } = stored.contentOwner;
  if (stored.row.damagedAt !== null) {
    const keys = await platform.vault.keysOf(owner.safeId, 'owner');
    await requireWhole(platform, owner, { keys, row: { safeId: owner.safeId, documentId, ...stored.row } });
  }
  const bytes = alarming(platform, owner, { documentId, secrets, bytes: openStored(platform, stored, range) });
  return readBeginning(bytes, range.to - range.from);
}

type Alarming = { documentId: string; secrets: DocumentSecrets; bytes: AsyncGenerator<Buffer> };

/**
 * The same bytes. Damage that shows on the way is noted before the connection is cut: the next answer is an error. A
 * document that was destroyed meanwhile is not damaged.
 */
async function* alarming(
  platform: Platform,
  owner: Owner,
  { documentId, secrets, bytes }: Alarming,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    const state = damageOf(error);
    if (!state) throw error;
    await requireDocument(platform, owner.safeId, documentId);
    await noteDamage(platform, { ...owner, kind: 'owner' }, { documentId, state, secrets });
    throw new DomainError('DocumentDamaged');
  }
}

type Stored = { row: { objectId: string; header: Buffer; sizeBytes: number }; contentOwner: ContentOwner };

/** A range of a stored content, `to` excluded. */
export async function* openStored(
  platform: Platform,
  { row, contentOwner }: Stored,
  range: { from: number; to: number },
): AsyncGenerator<Buffer> {
  const whole = range.from === 0 && range.to === row.sizeBytes;
  const plain = { plainSize: row.sizeBytes, ...range };
  const frames: Readable = await platform.objects.get(row.objectId, whole ? undefined : frameRange(plain));
  try {
    yield* openContent(contentOwner, row.header, { frames: freeing(frames), ...(!whole && { range: plain }) });
  } finally {
    frames.destroy();
  }
}
