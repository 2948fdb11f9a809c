import type { DocumentType } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import type { JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { commitEarly } from '../../../platform/postgres/early-commit.ts';
import type { Last } from '../../../platform/postgres/last-statement.ts';
import { sealAdded, storeAdded } from './add-document.ts';
import { categoryKindOf, titleFromName } from '../record/documents.rules.ts';
import { selectOfOrigin } from '../record/documents.store.ts';
import type { CandidatePlace } from '../arranging/places.store.ts';
import { receiveContent, type IncomingFile, type StoredContent } from './receive-content.ts';
import { digestTag, openDocument, type SentBy } from '../record/sealed-document.ts';
import { dropUpload, reserveRoom } from './upload-intents.ts';

/** The place for a file, the name of its origin, and the address to which the link that it came by was sent. */
export type Receipt = {
  place: { categoryId: string | null; folderId: string | null };
  originName: string;
  linkSentTo: string | null;
  sentBy?: SentBy;
  /** `AUDO` by default. */
  type?: DocumentType;
  /** The name of the file without its extension by default. */
  title?: string;
};

export type OutsideUpload = {
  safeId: string;
  actor: JournalActor;
  /** The sender's, if somebody sent it. */
  address?: string;
  addedBy: 'employee' | 'collector';
  /** The request or the collector that asked for it. */
  originId: string;
  /** The party whose turn it takes at the antivirus: the safe, or the link by which it comes. */
  party: string;
  wantedBytes: number;
  receive(take: (file: IncomingFile) => Promise<StoredContent>): Promise<StoredContent>;
  /** In the document's transaction: what it throws leaves nothing of the file, nor does null, for one that is there. */
  complete(tx: Tx, content: StoredContent, last: Last): Promise<Receipt | null>;
};

/**
 * Adds a file that someone outside sends, by the rules of uploads: it takes the owner's room, and is unread.
 * @throws {DomainError} as an upload does, and what `complete` throws
 */
export async function receiveFromOutside(platform: Platform, upload: OutsideUpload): Promise<StoredContent> {
  const intent = await reserveRoom(platform, upload.safeId, Math.min(upload.wantedBytes, limits.documentBytes));
  try {
    const content = await upload.receive((file) => receiveContent(platform, { intent, party: upload.party }, file));
    const settled = await commitEarly(platform.db, (tx, last) => settle(tx, platform, { upload, content, last }));
    await settled.onDisk;
    if (!settled.value) await dropUpload(platform, intent);
    return content;
  } catch (error) {
    await dropUpload(platform, intent, error);
    throw error;
  }
}

type Settling = { upload: OutsideUpload; content: StoredContent; last: Last };

/** Whether the file is kept. */
async function settle(tx: Tx, platform: Platform, { upload, content, last }: Settling): Promise<boolean> {
  const { safeId, actor, address, addedBy, originId } = upload;
  const receipt = await upload.complete(tx, content, last);
  if (!receipt) return false;
  const { originName, linkSentTo, sentBy, type = 'AUDO', title = titleFromName(content.fileName) } = receipt;
  const places = placesOf(receipt.place, type);
  const sealed = await sealAdded(tx, platform, {
    ...{ safeId, content, actor, type, addedBy, title, places, ...(address !== undefined && { address }) },
    origin: { id: originId, name: originName, linkSentTo, ...(sentBy && { sentBy }) },
  });
  last(storeAdded(tx, platform, sealed));
  return true;
}

type Asked = Pick<OutsideUpload, 'safeId' | 'originId'> & Pick<StoredContent, 'sha256' | 'fileName'> & { since: Date };

/** Whether that origin has brought these bytes under that name since then, and they are there still, not in the trash. */
export async function hasReceived(
  tx: Tx,
  platform: Platform,
  { safeId, originId, since, sha256, fileName }: Asked,
): Promise<boolean> {
  const keys = await platform.vault.keysOf(safeId, 'sharing', tx);
  const tag = digestTag(keys, sha256.toString('hex'));
  const rows = await selectOfOrigin(tx, { safeId, originId, since, digestTag: tag });
  return rows.some(({ documentId, sealed }) => openDocument(keys, documentId, sealed).fileName === fileName);
}

/** A folder or a category that is gone meanwhile turns nobody away. */
const placesOf = ({ categoryId, folderId }: Receipt['place'], type: DocumentType): CandidatePlace[] => [
  ...(folderId === null ? [] : [{ folderId }]),
  ...(categoryId === null ? [] : [{ categoryId }]),
  { kind: categoryKindOf(type) },
];
