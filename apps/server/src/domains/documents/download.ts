import type { Owner } from '../../platform/http/actors.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { writeZip, type ZipEntry } from '../../platform/zip/zip.ts';
import { makeNamer } from './archive-names.rules.ts';
import { selectContents, type ContentRow } from './documents.store.ts';
import { openStored, readContent, type ReadableContent } from './read-content.ts';
import { recordAhead } from './record-readings.ts';
import { openDocument } from './sealed-document.ts';
import { isThere } from './trash.rules.ts';

export type Download = { kind: 'file'; content: ReadableContent } | { kind: 'archive'; bytes: AsyncGenerator<Buffer> };

/** One document as it is, or an archive of several, each once. @throws {DomainError} DocumentNotFound, for any of them */
export async function downloadDocuments(
  platform: Platform,
  owner: Owner,
  documentIds: readonly string[],
): Promise<Download> {
  if (!documentIds.every(isId)) throw new DomainError('DocumentNotFound');
  const ids = [...new Set(documentIds.map((id) => id.toLowerCase()))];
  const [only] = ids;
  if (only !== undefined && ids.length === 1)
    return { kind: 'file', content: await readContent(platform, owner, only) };
  const [keys, rows] = await Promise.all([
    platform.vault.keysOf(owner.safeId, 'owner'),
    selectContents(platform.db, owner.safeId, ids),
  ]);
  const now = platform.clock.now();
  const byId = new Map(rows.filter(({ trashedAt }) => isThere(trashedAt, now)).map((row) => [row.documentId, row]));
  if (byId.size < ids.length) throw new DomainError('DocumentNotFound');
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return { kind: 'archive', bytes: writeZip(entriesOf(platform, owner, { keys, rows: inOrder })) };
}

type Contents = { keys: SafeKeys; rows: readonly ContentRow[] };

/** Each reading is in the journal before the first byte of its content leaves. */
async function* entriesOf(platform: Platform, owner: Owner, contents: Contents): AsyncGenerator<ZipEntry> {
  const { keys, rows } = contents;
  const recorded = recordAhead(platform, owner, contents);
  const nameOf = makeNamer();
  for (const row of rows) {
    const { title, fileName } = openDocument(keys, row.documentId, row.sealed);
    await recorded.next();
    const contentOwner = { key: keys.contents, safeId: owner.safeId, documentId: row.documentId };
    yield {
      name: nameOf(title, fileName),
      modifiedAt: row.addedAt,
      open: () => openStored(platform, { row, contentOwner }, { from: 0, to: row.sizeBytes }),
    };
  }
}
