import type { Document, DocumentType } from '@perenne/contract/documents';
import { sealEntry, type JournalActor, type NewEntry, type SealedEntry } from '../../../platform/journal/journal.ts';
import type { KeyUse } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import type { CandidatePlace } from '../arranging/places.store.ts';
import { storeDocument, type Beside, type NewRow, type StoredRow } from './add-document.store.ts';
import { readJob } from '../extraction/reading-turns/reading-turns.ts';
import type { StoredContent } from './receive-content.ts';
import {
  sealDocument,
  sealWaitingDocument,
  successionTag,
  type DocumentSecrets,
  type SentBy,
} from '../record/sealed-document.ts';

export type NewDocument = {
  safeId: string;
  content: StoredContent;
  title: string;
  type: DocumentType;
  addedBy: Document['addedBy'];
  /** The employer or the collector, and its name as it is today; or the request, and to whom its link was sent. */
  origin?: { id: string; name: string; linkSentTo?: string | null; sentBy?: SentBy };
  period?: string;
  /** The document goes to the first that is there. Absent in a safe that waits for its owner. */
  places?: readonly CandidatePlace[];
  actor: JournalActor;
  address?: string;
};

/** A document that is sealed for its safe, and is nowhere yet. */
type SealedAddition = { added: NewDocument; row: NewRow; entry: SealedEntry };

const useOf = (addedBy: Document['addedBy']): KeyUse =>
  addedBy === 'company' ? 'deposit' : addedBy === 'collector' ? 'collecting' : 'owner';

/** Computes all that makes a stored content a document of a safe: row, key, digests and entry. */
export async function sealAdded(db: Db | Tx, platform: Platform, added: NewDocument): Promise<SealedAddition> {
  const keys = await platform.vault.keysOf(added.safeId, useOf(added.addedBy), db);
  const entry = await sealEntry(db, platform, entryOf(added));
  return { added, row: rowOf(keys, added, entry.at), entry };
}

/**
 * Stores the document, as the last thing that the caller's transaction does: it holds the safe. The caller may notify
 * others only when that has committed. A worker looks into a document that may hold words or be drawn, unless its safe
 * waits for an owner.
 * @throws {DomainError} ServiceUnavailable where the upload took so long that it was cleared, or no place is there
 */
export function storeAdded(
  tx: Tx,
  { jobs }: Pick<Platform, 'jobs'>,
  { added: { content, addedBy, places }, row, entry, beside }: SealedAddition & { beside?: Beside },
): Promise<StoredRow> {
  // An employer's deposit takes no room of its owner's.
  const countedBytes = addedBy === 'company' ? 0 : content.sizeBytes;
  const isToRead = places !== undefined && canHoldWords(content.mimeType);
  const candidates = places ?? null;
  const stored = storeDocument(tx, { row, candidates, intent: content.intent, countedBytes, entry, beside, isToRead });
  // The statement may have waited for the safe; its commit is right behind it.
  if (isToRead)
    void stored.then(
      () => jobs.startSoon(readJob),
      () => {},
    );
  return stored;
}

const entryOf = ({ safeId, content, ...added }: NewDocument): NewEntry => ({
  safeId,
  actor: added.actor,
  action: 'document.deposited',
  objectId: content.documentId,
  details: {
    title: added.title,
    sha256: content.sha256.toString('hex'),
    sha512: content.sha512.toString('hex'),
    ...(added.address !== undefined && { address: added.address }),
  },
});

const secretsOf = (content: StoredContent, added: Omit<NewDocument, 'safeId' | 'content'>): DocumentSecrets => ({
  title: added.title,
  type: added.type,
  fileName: content.fileName,
  mimeType: content.mimeType,
  sha256: content.sha256.toString('hex'),
  sha512: content.sha512.toString('hex'),
  ...(added.origin && { originName: added.origin.name }),
  ...(added.origin?.linkSentTo && { linkSentTo: added.origin.linkSentTo }),
  ...(added.origin?.sentBy && { sentBy: added.origin.sentBy }),
  ...(added.period !== undefined && { period: added.period }),
});

function rowOf(keys: SafeKeys, { safeId, content, ...added }: NewDocument, now: Date): NewRow {
  const { documentId } = content;
  const secrets = secretsOf(content, added);
  const originId = added.origin?.id ?? null;
  const seal = added.places ? sealDocument : sealWaitingDocument;
  return {
    safe_id: safeId,
    document_id: documentId,
    object_id: content.intent.objectId,
    header: content.headerFor({ key: keys.contents, safeId }),
    ...seal(keys, documentId, secrets),
    succession_tag: added.addedBy === 'company' ? successionTag(keys, secrets, { documentId, originId }) : null,
    size_bytes: content.sizeBytes,
    added_by: added.addedBy,
    origin_id: originId,
    // A document that its owner added has no origin, and is never unread.
    unread: added.origin !== undefined,
    scrubbed_at: now,
  };
}
