import { limits } from '@perenne/contract/fields';
import { DomainError } from '../../platform/domain-error.ts';
import type { JournalActor } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { addDocument } from './add-document.ts';
import { titleFromName } from './documents.rules.ts';
import { updateDocument } from './documents.store.ts';
import { choosePlace, type Place } from './places.ts';
import { receiveContent, type IncomingFile, type StoredContent } from './receive-content.ts';
import { dropUpload, reserveRoom } from './upload-intents.ts';

/** Where a file is to go, and where it came from. */
export type Receipt = { place: { categoryId: string | null; folderId: string | null }; originName: string };

export type OutsideUpload = {
  safeId: string;
  actor: JournalActor;
  address: string;
  /** What asked for it. */
  originId: string;
  wantedBytes: number;
  receive(take: (file: IncomingFile) => Promise<StoredContent>): Promise<StoredContent>;
  /** In the document's transaction: what it throws leaves nothing of the file. */
  complete(tx: Tx, content: StoredContent): Promise<Receipt>;
};

/**
 * Adds a file that someone outside sends, by the rules of uploads: it takes the owner's room, and is unread.
 * @throws {DomainError} as an upload does, and what `complete` throws
 */
export async function receiveFromOutside(platform: Platform, upload: OutsideUpload): Promise<StoredContent> {
  const intent = await reserveRoom(platform, upload.safeId, Math.min(upload.wantedBytes, limits.documentBytes));
  try {
    const content = await upload.receive((file) => receiveContent(platform, intent, file));
    await platform.db.transaction().execute((tx) => settle(tx, platform, { upload, content }));
    return content;
  } catch (error) {
    await dropUpload(platform, intent, error);
    throw error;
  }
}

type Settled = { upload: OutsideUpload; content: StoredContent };

async function settle(tx: Tx, platform: Platform, { upload, content }: Settled): Promise<void> {
  const { safeId, actor, address, originId } = upload;
  const { place, originName } = await upload.complete(tx, content);
  const { documentId } = await addDocument(tx, platform, {
    ...{ safeId, content, actor, address, type: 'AUDO', addedBy: 'employee' },
    title: titleFromName(content.fileName),
    origin: { id: originId, name: originName },
    place: await placeOrOther(tx, safeId, place),
  });
  await updateDocument(tx, { safeId, documentId }, { unread: true });
}

/** A folder or a category that is gone meanwhile turns nobody away. */
async function placeOrOther(tx: Tx, safeId: string, { categoryId, folderId }: Receipt['place']): Promise<Place> {
  const asked = folderId === null ? (categoryId === null ? {} : { categoryId }) : { folderId };
  try {
    return await choosePlace(tx, { safeId, type: 'AUDO' }, asked);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return choosePlace(tx, { safeId, type: 'AUDO' }, folderId !== null && categoryId !== null ? { categoryId } : {});
  }
}
