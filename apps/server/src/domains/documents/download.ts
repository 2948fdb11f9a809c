import type { Owner } from '../../platform/http/actors.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeZip, type ZipEntry } from '../../platform/zip/zip.ts';
import { makeNamer } from './archive-names.rules.ts';
import { countThere } from './contents.store.ts';
import { openStored, readContent, type ReadableContent } from './read-content.ts';
import { recordedContents } from './recorded-contents.ts';
import { namedToSave, titleToSave } from './saved-names.rules.ts';
import { openDocument } from './sealed-document.ts';
import { trashLimit } from './trash.rules.ts';

export type Download = { kind: 'file'; content: ReadableContent } | { kind: 'archive'; bytes: AsyncGenerator<Buffer> };

type Asked = { documents: readonly string[]; locale: Locale };

/** One document as it is, or an archive of several, each once. @throws {DomainError} DocumentNotFound, for any of them */
export async function downloadDocuments(
  platform: Platform,
  owner: Owner,
  { documents: documentIds, locale }: Asked,
): Promise<Download> {
  if (!documentIds.every(isId)) throw new DomainError('DocumentNotFound');
  const ids = [...new Set(documentIds.map((id) => id.toLowerCase()))];
  const [only] = ids;
  if (only !== undefined && ids.length === 1)
    return { kind: 'file', content: namedToSave(await readContent(platform, owner, only), locale) };
  const there = await countThere(platform.db, owner.safeId, {
    documentIds: ids,
    since: trashLimit(platform.clock.now()),
  });
  if (there < ids.length) throw new DomainError('DocumentNotFound');
  return { kind: 'archive', bytes: writeZip(entriesOf(platform, owner, { documents: ids, locale })) };
}

/** Each reading is in the journal before the first byte of its content leaves. */
async function* entriesOf(platform: Platform, owner: Owner, { documents, locale }: Asked): AsyncGenerator<ZipEntry> {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  const nameOf = makeNamer();
  for await (const row of recordedContents(platform, owner, documents)) {
    const secrets = openDocument(keys, row.documentId, row.sealed);
    const contentOwner = { key: keys.contents, safeId: owner.safeId, documentId: row.documentId };
    yield {
      name: nameOf(titleToSave(secrets, locale), secrets.fileName),
      modifiedAt: row.addedAt,
      open: () => openStored(platform, { row, contentOwner }, { from: 0, to: row.sizeBytes }),
    };
  }
}
