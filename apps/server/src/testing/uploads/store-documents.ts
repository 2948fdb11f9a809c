import { createHash, randomBytes } from 'node:crypto';
import { recountPlaces } from '../../domains/documents/arranging/place-counts.store.ts';
import { aloneTag, sealDocument, type DocumentSecrets } from '../../domains/documents/record/sealed-document.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginContent } from '../../platform/sealing/content.ts';

type Parts = Pick<Platform, 'db' | 'vault' | 'clock' | 'objects'>;
/** `from`: the number of the first, which its title has. */
type Filling = { safeId: string; from?: number; count: number; sizeBytes: number };

const atATime = 200;

/** Adds documents whose contents are there to be read, with the entries that uploads write, all of one size. */
export async function storeDocuments(parts: Parts, { from = 0, count, ...filling }: Filling): Promise<void> {
  const { safeId } = filling;
  const categories = await parts.db
    .selectFrom('categories')
    .select('category_id')
    .where('safe_id', '=', safeId)
    .execute();
  for (let first = from; first < from + count; first += atATime) {
    const indexes = Array.from({ length: Math.min(atATime, from + count - first) }, (_, index) => first + index);
    const stored = await Promise.all(
      indexes.map(async (index) => {
        const categoryId = categories[index % categories.length]?.category_id ?? null;
        return storeOne(parts, { ...filling, index, categoryId });
      }),
    );
    await insertAll(parts, safeId, stored);
  }
}

type One = Pick<Filling, 'safeId' | 'sizeBytes'> & { index: number; categoryId: string | null };
type Stored = Awaited<ReturnType<typeof storeOne>>;

async function storeOne({ vault, clock, objects }: Parts, { safeId, index, sizeBytes, categoryId }: One) {
  const keys = await vault.keysOf(safeId, 'background');
  const documentId = newId(clock);
  const content = randomBytes(sizeBytes);
  const { seal, headerFor } = beginContent(documentId);
  const pieces = async function* () {
    yield content;
  };
  // Sealing frees what it has read.
  const digests = {
    sha256: createHash('sha256').update(content).digest('hex'),
    sha512: createHash('sha512').update(content).digest('hex'),
  };
  await objects.put(documentId, seal(pieces()));
  const title = `Facture n° ${index + 1}`;
  const secrets: DocumentSecrets = {
    ...{ title, type: 'FACT', fileName: `${title}.pdf`, mimeType: 'application/pdf', ...digests },
  };
  const now = clock.now();
  const row = {
    ...sealDocument(keys, documentId, secrets),
    ...{ safe_id: safeId, document_id: documentId, object_id: documentId, folder_id: null, unread: false },
    ...{ header: headerFor({ key: keys.contents, safeId }), size_bytes: sizeBytes, has_thumbnail: false },
    ...{ added_at: now, scrubbed_at: now, added_by: 'employee' as const, origin_id: null },
    ...{ category_id: categoryId, succession_tag: aloneTag(keys, documentId) },
  };
  return { row, details: { title, ...digests, address: '192.0.2.1' } };
}

const insertAll = ({ db, vault, clock }: Parts, safeId: string, stored: readonly Stored[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('documents')
      .values(stored.map(({ row }) => row))
      .execute();
    await tx
      .updateTable('safes')
      .set((is) => ({ document_count: is('document_count', '+', stored.length) }))
      .where('safe_id', '=', safeId)
      .execute();
    await recountPlaces(tx, safeId);
    const appended = stored.map(({ row, details }) =>
      appendJournal(
        tx,
        { clock, vault },
        {
          ...{ safeId, actor: { kind: 'owner' }, action: 'document.deposited', objectId: row.document_id },
          details,
        },
      ),
    );
    await Promise.all(appended);
  });
