import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openText, SealBroken, type SealPlace } from '../../../platform/sealing/values.ts';
import { selectContents, type ContentRow } from '../download/contents.store.ts';
import { noteDamage } from '../integrity/damage/note-damage.ts';
import { findDocument } from '../record/documents.store.ts';
import { categoryPlace, folderPlace } from '../safe/safes.ts';
import { titleToSave } from '../download/saved-names.rules.ts';
import { openOrNull, type DocumentSecrets } from '../record/sealed-document.ts';
import { planFolders } from './archive-folders.rules.ts';
import * as store from './planned-documents.store.ts';
import { readAhead } from './read-ahead.ts';
import { readWhole, type WholeContent } from './read-whole.ts';

/** A document on its way into an archive. */
export type LeavingDocument = {
  documentId: string;
  /** Its category and folders, with `/` between them. */
  place: string;
  addedAt: Date;
  sizeBytes: number;
  /** Null where its row is damaged: nothing is known of it any more. */
  secrets: DocumentSecrets | null;
  /** With its path in the archive; null where the stored content is damaged. To be closed. */
  whole: (WholeContent & { path: string }) | null;
};

/** The documents that a safe holds at that instant, without the trash. */
export const listKeptIds = async ({ db }: Platform, safeId: string): Promise<string[]> =>
  (await store.selectKeptIds(db, safeId)).map(({ documentId }) => documentId);

type Leaving = { safeId: string; keys: SafeKeys; documentIds: readonly string[] };

const rowsAtATime = 64;
/** The language of the names in an archive: the same for all who take one out. */
const locale = 'fr';
/** So many contents are read while one of them is written. */
const readsAhead = 4;

/**
 * These documents, each read once and known to be whole before its first byte leaves. Those that were destroyed
 * meanwhile, or put into the trash, are left out.
 */
export async function* readDocuments(platform: Platform, leaving: Leaving): AsyncGenerator<LeavingDocument> {
  const { folderOf } = await openFolders(platform, leaving);
  const reads = readAhead(rowsOf(platform, leaving), readsAhead, {
    read: (row) => readRow(platform, leaving, row),
    drop: async (read) => read?.whole?.close(),
  });
  for await (const read of reads) {
    if (!read) continue;
    const { row, secrets, whole } = read;
    const folder = folderOf(row);
    const { documentId, addedAt, sizeBytes } = row;
    const path =
      secrets && whole ? `${folder.path}/${folder.nameOf(titleToSave(secrets, locale), secrets.fileName)}` : '';
    yield { documentId, addedAt, sizeBytes, place: folder.place, secrets, whole: whole && { ...whole, path } };
  }
}

type ReadRow = { row: ContentRow; secrets: DocumentSecrets | null; whole: WholeContent | null };

/** Null where the document is gone. */
async function readRow(platform: Platform, { safeId, keys }: Leaving, row: ContentRow): Promise<ReadRow | null> {
  const { documentId, objectId, header, sizeBytes } = row;
  const secrets = openOrNull(keys, row);
  const owner = { key: keys.contents, safeId, documentId };
  const whole = secrets && (await readWhole(platform, { owner, objectId, header, sizeBytes, secrets }));
  if (whole) return { row, secrets, whole };
  // Its row goes before its object does.
  const current = await findDocument(platform.db, safeId, documentId);
  if (!current || current.trashedAt !== null) return null;
  if (secrets) await noteDamage(platform, { safeId, kind: 'system' }, { documentId, state: 'damaged', secrets });
  else platform.log.error({ safeId, documentId }, 'a document cannot be exported: its row is damaged');
  return { row, secrets, whole: null };
}

async function* rowsOf({ db }: Platform, { safeId, documentIds }: Leaving): AsyncGenerator<ContentRow> {
  for (let at = 0; at < documentIds.length; at += rowsAtATime) {
    const ids = documentIds.slice(at, at + rowsAtATime);
    const rows = new Map((await selectContents(db, safeId, ids)).map((row) => [row.documentId, row]));
    for (const id of ids) {
      const row = rows.get(id);
      if (row && row.trashedAt === null) yield row;
    }
  }
}

async function openFolders({ db, log }: Platform, { safeId, keys: { values } }: Leaving) {
  const nameOf = (id: string, place: SealPlace, sealed: Buffer): string => {
    try {
      return openText(values, place, sealed);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ safeId, id }, 'the name of a folder or a category is damaged: its documents leave under its id');
      return id;
    }
  };
  const categories = (await store.selectCategoryTitles(db, safeId)).map(({ categoryId, sealedTitle }) => ({
    categoryId,
    title: nameOf(categoryId, categoryPlace(categoryId), sealedTitle),
  }));
  const folders = (await store.selectFolderNames(db, safeId)).map(({ sealedName, ...folder }) => ({
    ...folder,
    name: nameOf(folder.folderId, folderPlace(folder.folderId), sealedName),
  }));
  return planFolders('documents', { categories, folders });
}
