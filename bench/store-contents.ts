import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { recountPlaces } from '../apps/server/src/domains/documents/arranging/place-counts.store.ts';
import {
  sealDocument,
  aloneTag,
  type DocumentSecrets,
} from '../apps/server/src/domains/documents/record/sealed-document.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { appendJournal } from '../apps/server/src/platform/journal/journal.ts';
import { openObjectFolder } from '../apps/server/src/platform/objects/folder.ts';
import { beginContent } from '../apps/server/src/platform/sealing/content.ts';
import { openParts, type Opened } from './givers.ts';

const clock = systemClock(0);
const atATime = 200;

type Filling = { safeId: string; count: number; sizeBytes: number };

/** Adds documents whose contents are there to be read, with the entries that uploads write, all of one size. */
export async function storeContents(databaseUrl: string, dataFolder: string, filling: Filling): Promise<void> {
  const parts = await openParts(databaseUrl, dataFolder);
  const objects = await openObjectFolder(join(dataFolder, 'objects'));
  try {
    const { safeId, count } = filling;
    const categories = await parts.db
      .selectFrom('categories')
      .select('category_id')
      .where('safe_id', '=', safeId)
      .execute();
    for (let first = 0; first < count; first += atATime) {
      const indexes = Array.from({ length: Math.min(atATime, count - first) }, (_, index) => first + index);
      const rows = await Promise.all(
        indexes.map(async (index) => {
          const row = await storeOne(parts, { ...filling, index }, objects);
          return { ...row, category_id: categories[index % categories.length]?.category_id ?? null };
        }),
      );
      await insertRows(parts, safeId, rows);
    }
  } finally {
    await parts.close();
  }
}

async function storeOne(
  { vault }: Opened,
  { safeId, index, sizeBytes }: Filling & { index: number },
  objects: Awaited<ReturnType<typeof openObjectFolder>>,
) {
  const keys = await vault.keysOf(safeId, 'background');
  const documentId = newId(clock);
  const content = randomBytes(sizeBytes);
  const { seal, headerFor } = beginContent(documentId);
  const pieces = async function* () {
    yield content;
  };
  await objects.put(documentId, seal(pieces()));
  const title = `Facture n° ${index + 1}`;
  const secrets: DocumentSecrets = {
    ...{ title, type: 'FACT', fileName: `${title}.pdf`, mimeType: 'application/pdf' },
    sha256: createHash('sha256').update(content).digest('hex'),
    sha512: createHash('sha512').update(content).digest('hex'),
  };
  const now = clock.now();
  return {
    ...sealDocument(keys, documentId, secrets),
    ...{ safe_id: safeId, document_id: documentId, object_id: documentId, folder_id: null, unread: false },
    ...{ header: headerFor({ key: keys.contents, safeId }), size_bytes: sizeBytes, has_thumbnail: false },
    ...{ added_at: now, scrubbed_at: now, added_by: 'employee' as const, origin_id: null },
    succession_tag: aloneTag(keys, documentId),
  };
}

type Row = Awaited<ReturnType<typeof storeOne>> & { category_id: string | null };

const insertRows = ({ db, vault }: Opened, safeId: string, rows: readonly Row[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.insertInto('documents').values(rows).execute();
    await tx
      .updateTable('safes')
      .set((is) => ({ document_count: is('document_count', '+', rows.length) }))
      .where('safe_id', '=', safeId)
      .execute();
    await recountPlaces(tx, safeId);
    for (const { document_id: objectId } of rows)
      await appendJournal(
        tx,
        { clock, vault },
        {
          ...{ safeId, actor: { kind: 'owner' }, action: 'document.deposited', objectId },
          details: { title: 'Facture', address: '192.0.2.1' },
        },
      );
  });
