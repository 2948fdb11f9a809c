import type { Document } from '@perenne/contract/documents';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { canChangeType } from './documents.rules.ts';
import { findTwin, type ListedRow } from './documents.store.ts';
import { openDocument, type DocumentSecrets } from './sealed-document.ts';
import { remainingDays, trashLimit } from './trash.rules.ts';

export type OpenedRow = ListedRow & { secrets: DocumentSecrets };

export const openRow = (keys: SafeKeys, row: ListedRow): OpenedRow => ({
  ...row,
  secrets: openDocument(keys, row.documentId, row.sealed),
});

/** A document as its owner sees it. */
export function presentDocument({ secrets, ...row }: OpenedRow, now: Date): Document {
  return {
    id: row.documentId,
    title: secrets.title,
    type: secrets.type,
    size: row.sizeBytes,
    sha256: secrets.sha256,
    addedAt: row.addedAt.toISOString(),
    addedBy: row.addedBy,
    origin: secrets.originName === undefined ? {} : { name: secrets.originName },
    unread: row.unread,
    categoryId: row.categoryId ?? '',
    folderId: row.folderId,
    mimeType: secrets.mimeType,
    fileName: secrets.fileName,
    ...(secrets.period !== undefined && { period: secrets.period }),
    ...(row.trashedAt && { remainingDays: remainingDays(row.trashedAt, now) }),
    hasThumbnail: false,
    can: rightsOver(row),
  };
}

function rightsOver({ addedBy, trashedAt }: Pick<OpenedRow, 'addedBy' | 'trashedAt'>): Document['can'] {
  const kept = trashedAt === null;
  return {
    rename: kept,
    changeType: kept && canChangeType(addedBy),
    move: kept,
    delete: true,
    restore: !kept,
    setExpiry: false,
  };
}

type FoundRow = ListedRow & { digestTag: Buffer };

/** One document as its GET gives it: with the earlier one that has the same content. */
export async function presentOne(
  db: Db | Tx,
  safe: { safeId: string; keys: SafeKeys; now: Date },
  row: FoundRow,
): Promise<Document> {
  const twin = await findTwin(db, safe.safeId, { ...row, since: trashLimit(safe.now) });
  return { ...presentDocument(openRow(safe.keys, row), safe.now), ...(twin && { duplicateOf: twin.documentId }) };
}
