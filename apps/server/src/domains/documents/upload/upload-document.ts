import { ownerTypes, type Document, type DocumentType, type uploadForm } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import type { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { commitEarly } from '../../../platform/postgres/early-commit.ts';
import { sealAdded, storeAdded } from './add-document.ts';
import type { NewRow, StoredRow } from './add-document.store.ts';
import { titleFromName } from '../record/documents.rules.ts';
import { candidateOf, requirePlace } from '../arranging/places.ts';
import { presentOne, type FoundRow } from '../listing/present-document.ts';
import { receiveContent, type IncomingFile, type StoredContent } from './receive-content.ts';
import { dropUpload, reserveRoom } from './upload-intents.ts';

/** An upload's other fields are known when the file has passed, whatever their order. */
export type Upload = {
  wantedBytes: number;
  receive(take: (file: IncomingFile) => Promise<StoredContent>): Promise<{
    content: StoredContent;
    fields: z.output<typeof uploadForm>;
  }>;
};

/** Adds a file of the owner's: reserve room, stream and seal, then one transaction, then the answer. */
export async function uploadDocument(platform: Platform, owner: Owner, upload: Upload): Promise<Document> {
  const wanted = Math.min(upload.wantedBytes, limits.documentBytes);
  const intent = await reserveRoom(platform, owner.safeId, wanted);
  const receiving = { intent, party: owner.safeId };
  try {
    const { content, fields } = await upload.receive((file) => receiveContent(platform, receiving, file));
    return await makeDocument(platform, owner, { content, fields });
  } catch (error) {
    await dropUpload(platform, intent, error);
    if (error instanceof DomainError) await recordRefusal(platform, owner);
    throw error;
  }
}

type Received = {
  content: StoredContent;
  fields: z.output<typeof uploadForm>;
  /** Ends other things with the upload, in the document’s transaction. */
  complete?: (tx: Tx) => Promise<void>;
};

/** @throws {DomainError} Forbidden: the type is the employer’s to give */
export function typeOf({ type = 'AUDO' }: { type?: DocumentType | undefined }): DocumentType {
  if (!ownerTypes.includes(type)) throw new DomainError('Forbidden', { field: 'type' });
  return type;
}

/**
 * Makes a stored content a document of its owner’s.
 * @throws {DomainError} Forbidden, FolderNotFound, CategoryNotFound, InvalidRequest
 */
export async function makeDocument(platform: Platform, owner: Owner, received: Received): Promise<Document> {
  const { safeId } = owner;
  const { content, fields } = received;
  const type = typeOf(fields);
  const places = [candidateOf(type, fields)];
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const sealed = await sealAdded(platform.db, platform, {
    ...{ safeId, content, type, places, addedBy: 'employee', actor: { kind: 'owner' }, address: owner.address },
    title: fields.title ?? titleFromName(content.fileName),
  });
  try {
    const { value, onDisk } = await commitEarly(platform.db, async (tx, last) => {
      await received.complete?.(tx);
      const stored = storeAdded(tx, platform, sealed);
      last(stored);
      return { stored };
    });
    const row = foundRow(sealed.row, await value.stored);
    const presented = presentOne(platform.db, { safeId, keys, now: platform.clock.now() }, row);
    const [document] = await Promise.all([presented, onDisk]);
    return document;
  } catch (error) {
    // The statement that stores a document does not say why it did not: its place may be gone.
    if (error instanceof DomainError && error.code === 'ServiceUnavailable')
      await requirePlace(platform.db, safeId, fields);
    throw error;
  }
}

/** A row that has just been inserted, as it would be found. */
const foundRow = (row: NewRow, { addedAt, categoryId, folderId }: StoredRow): FoundRow => ({
  documentId: row.document_id,
  sealed: row.sealed,
  sizeBytes: row.size_bytes,
  addedAt,
  addedBy: row.added_by,
  originId: row.origin_id,
  unread: row.unread,
  categoryId,
  folderId,
  trashedAt: null,
  hasThumbnail: null,
  successionTag: row.succession_tag ?? null,
  digestTag: row.digest_tag,
  readExpiry: null,
});

export const recordRefusal = (platform: Platform, owner: Owner) =>
  appendJournal(platform.db, platform, {
    safeId: owner.safeId,
    actor: { kind: 'owner' },
    action: 'document.deposit-refused',
    result: 'refused',
    details: { address: owner.address },
  });
