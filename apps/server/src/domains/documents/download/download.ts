import type { Owner } from '../../../platform/http/actors.ts';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { writeZip, type ZipEntry } from '../../../platform/zip/zip.ts';
import { makeNamer } from './archive-names.rules.ts';
import { countThere, type ContentRow } from './contents.store.ts';
import { damagedEntry, type DamagedEntry } from '../integrity/damage/damaged-entry.ts';
import { noteDamage } from '../integrity/damage/note-damage.ts';
import { readAhead } from '../export/read-ahead.ts';
import { readWhole, type WholeContent } from '../export/read-whole.ts';
import { readContent, type ReadableContent } from './read-content.ts';
import { recordedContents } from './recorded-contents.ts';
import { namedToSave, titleToSave } from './saved-names.rules.ts';
import { findDocument } from '../record/documents.store.ts';
import { openIfWhole, type DocumentSecrets } from '../record/sealed-document.ts';
import { trashLimit } from '../record/trash.rules.ts';

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

const readsAhead = 4;

/**
 * Each reading is in the journal before the first byte of its content leaves. A content is known to be whole by then:
 * one that is not is named in a text at the end, and all others come.
 */
async function* entriesOf(platform: Platform, owner: Owner, { documents, locale }: Asked): AsyncGenerator<ZipEntry> {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  const nameOf = makeNamer();
  const damaged: DamagedEntry[] = [];
  const reads = readAhead(recordedContents(platform, owner, documents), readsAhead, {
    read: (row) => readRow(platform, owner, { keys, row }),
    drop: async (read) => read?.whole?.close(),
  });
  for await (const read of reads) {
    if (!read) continue;
    const { row, secrets, whole } = read;
    if (!secrets || !whole) {
      damaged.push({ title: secrets && titleToSave(secrets, locale), documentId: row.documentId });
      continue;
    }
    try {
      // The chunks go to the connection, which holds them until they are sent: they are not freed here.
      const name = nameOf(titleToSave(secrets, locale), secrets.fileName);
      yield { name, modifiedAt: row.addedAt, known: whole, open: () => whole.chunks() };
    } finally {
      await whole.close();
    }
  }
  if (damaged.length > 0) yield damagedEntry(damaged, { locale, modifiedAt: platform.clock.now() });
}

type ReadRow = { row: ContentRow; secrets: DocumentSecrets | null; whole: WholeContent | null };

/** Null where the document was destroyed meanwhile. */
async function readRow(
  platform: Platform,
  owner: Owner,
  { keys, row }: { keys: SafeKeys; row: ContentRow },
): Promise<ReadRow | null> {
  const { documentId, objectId, header, sizeBytes } = row;
  const secrets = openIfWhole(platform, keys, { safeId: owner.safeId, ...row });
  if (!secrets) return { row, secrets, whole: null };
  const contentOwner = { key: keys.contents, safeId: owner.safeId, documentId };
  const whole = await readWhole(platform, { owner: contentOwner, objectId, header, sizeBytes, secrets });
  if (whole) return { row, secrets, whole };
  // Its row goes before its object does.
  if (!(await findDocument(platform.db, owner.safeId, documentId))) return null;
  await noteDamage(platform, { ...owner, kind: 'owner' }, { documentId, state: 'damaged', secrets });
  return { row, secrets, whole };
}
