import type { Owner } from '../../platform/http/actors.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeZip, type ZipEntry } from '../../platform/zip/zip.ts';
import { makeNamer } from './archive-names.rules.ts';
import { countThere } from './contents.store.ts';
import { openStored, readContent, type ReadableContent } from './read-content.ts';
import { recordedContents } from './recorded-contents.ts';
import { openDocument } from './sealed-document.ts';
import { trashLimit } from './trash.rules.ts';

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
  const there = await countThere(platform.db, owner.safeId, {
    documentIds: ids,
    since: trashLimit(platform.clock.now()),
  });
  if (there < ids.length) throw new DomainError('DocumentNotFound');
  return { kind: 'archive', bytes: writeZip(entriesOf(platform, owner, ids)) };
}

/** Each reading is in the journal before the first byte of its content leaves. */
async function* entriesOf(platform: Platform, owner: Owner, documentIds: readonly string[]): AsyncGenerator<ZipEntry> {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  const nameOf = makeNamer();
  for await (const row of recordedContents(platform, owner, documentIds)) {
    const { title, fileName } = openDocument(keys, row.documentId, row.sealed);
    const contentOwner = { key: keys.contents, safeId: owner.safeId, documentId: row.documentId };
    yield {
      name: nameOf(title, fileName),
      modifiedAt: row.addedAt,
      open: () => openStored(platform, { row, contentOwner }, { from: 0, to: row.sizeBytes }),
    };
  }
}
