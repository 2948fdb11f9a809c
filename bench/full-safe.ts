import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sealDocument, aloneTag } from '../apps/server/src/domains/documents/sealed-document.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openKeyringFile } from '../apps/server/src/platform/keys/keyring.ts';
import { type Db, openDatabase } from '../apps/server/src/platform/postgres/db.ts';
import { openVault } from '../apps/server/src/platform/sealing/vault.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const atATime = 2_000;
const dayMs = 86_400_000;
const daysBack = 25 * 365;
const nouns = ['Facture', 'Quittance', 'Attestation', 'Relevé', 'Contrat', 'Avenant', 'Courrier', 'Certificat'];

/** Identifiers that no other row has: these documents are listed, never opened. */
const makeId = (): string => {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/**
 * Fills the safe that holds most up to `count` documents more, spread over its categories and over 25 years,
 * each sealed as the product seals it. They have no contents.
 */
export async function fillFullSafe(databaseUrl: string, dataFolder: string, count: number): Promise<void> {
  const clock = systemClock(0);
  const database = openDatabase({ url: databaseUrl, poolSize: 2, log: quiet });
  try {
    const { db } = database;
    const keyring = await openKeyringFile(join(dataFolder, 'keyring.json'), { now: clock.now() });
    const template = await findTemplate(db);
    const keys = await openVault({ db, keys: keyring, clock }).keysOf(template.safe_id, 'background');
    const categories = await db
      .selectFrom('categories')
      .select('category_id')
      .where('safe_id', '=', template.safe_id)
      .execute();
    const now = clock.now();
    const rowOf = (index: number) => {
      const documentId = makeId();
      const title = `${nouns[index % nouns.length]} n° ${index + 1}`;
      const secrets = { title, type: 'FACT' as const, fileName: `${title}.pdf`, mimeType: 'application/pdf' };
      const digest = randomBytes(64).toString('hex');
      return {
        ...template,
        ...sealDocument(keys, documentId, { ...secrets, sha256: digest.slice(0, 64), sha512: digest }),
        ...{ document_id: documentId, object_id: makeId(), origin_id: null, folder_id: null, unread: false },
        ...{ added_by: 'employee' as const, has_thumbnail: false, content_tags: null, reminder_tag: null },
        succession_tag: aloneTag(keys, documentId),
        size_bytes: 20_000 + ((index * 7_919) % 900_000),
        added_at: new Date(now.getTime() - Math.floor((index / count) * daysBack * dayMs)),
        scrubbed_at: now,
        category_id: categories[index % categories.length]?.category_id ?? null,
      };
    };
    for (let first = 0; first < count; first += atATime) {
      const rows = Array.from({ length: Math.min(atATime, count - first) }, (_, index) => rowOf(first + index));
      await db.insertInto('documents').values(rows).execute();
    }
  } finally {
    await database.close();
  }
}

async function findTemplate(db: Db) {
  const { safe_id } = await db
    .selectFrom('documents')
    .select(['safe_id', ({ fn }) => fn.countAll().as('held')])
    .groupBy('safe_id')
    .orderBy('held', 'desc')
    .executeTakeFirstOrThrow();
  return db
    .selectFrom('documents')
    .selectAll()
    .where('safe_id', '=', safe_id)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
}
