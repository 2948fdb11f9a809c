import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { recountPlaces } from '../apps/server/src/domains/documents/arranging/place-counts.store.ts';
import {
  sealDocument,
  successionTag,
  type DocumentSecrets,
} from '../apps/server/src/domains/documents/record/sealed-document.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { openKeyringFile } from '../apps/server/src/platform/keys/keyring.ts';
import { type Db, openDatabase } from '../apps/server/src/platform/postgres/db.ts';
import { openVault } from '../apps/server/src/platform/sealing/vault.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const atATime = 2_000;
const dayMs = 86_400_000;
const daysBack = 25 * 365;
const nouns = ['Facture', 'Quittance', 'Attestation', 'Relevé', 'Contrat', 'Avenant', 'Courrier', 'Certificat'];

/** Prime, so that each index has a place of its own. */
const scattering = 7_919;
/** One of so many is a payslip: the list looks for those that correct one. */
const aPayslipOf = 40;

function secretsOf(index: number, addedAt: Date): DocumentSecrets {
  const isPayslip = index % aPayslipOf === 0;
  const title = `${isPayslip ? 'Bulletin' : nouns[index % nouns.length]} n° ${index + 1}`;
  const digest = randomBytes(64).toString('hex');
  return {
    ...{ title, fileName: `${title}.pdf`, mimeType: 'application/pdf', sha256: digest.slice(0, 64), sha512: digest },
    ...(isPayslip
      ? { type: 'PAYE', originName: 'Verrerie de la Lys', period: addedAt.toISOString().slice(0, 7) }
      : { type: 'FACT' }),
  };
}

/** Identifiers that no other row has: these documents are listed, never opened. */
const makeId = (): string => {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** The safe that holds most, where none is named; over all categories, where no folder is named. */
type Filling = { count: number; safeId?: string; folder?: { folderId: string; categoryId: string } };

/**
 * Adds `count` documents to a safe, spread over its categories and over 25 years, each sealed as the product
 * seals it. They have no contents, and come in no order: those of a day lie apart on the disk, as others'
 * documents push them apart.
 */
export async function fillFullSafe(databaseUrl: string, dataFolder: string, filling: Filling): Promise<void> {
  const { count } = filling;
  const clock = systemClock(0);
  const database = openDatabase({ url: databaseUrl, poolSize: 2, log: quiet });
  try {
    const { db } = database;
    const keyring = await openKeyringFile(join(dataFolder, 'keyring.json'), { now: clock.now() });
    const template = await findTemplate(db);
    const { safeId = template.safe_id, folder } = filling;
    const keys = await openVault({ db, keys: keyring, clock }).keysOf(safeId, 'background');
    const categories = await db.selectFrom('categories').select('category_id').where('safe_id', '=', safeId).execute();
    const now = clock.now();
    const employerId = makeId();
    const rowOf = (index: number) => {
      const documentId = makeId();
      const addedAt = new Date(now.getTime() - Math.floor((((index * scattering) % count) / count) * daysBack * dayMs));
      const secrets = secretsOf(index, addedAt);
      const isDeposit = secrets.type === 'PAYE';
      const originId = isDeposit ? employerId : null;
      return {
        ...template,
        ...sealDocument(keys, documentId, secrets),
        ...{ safe_id: safeId, document_id: documentId, object_id: makeId(), unread: false },
        ...{ has_thumbnail: false, content_tags: null, reminder_tag: null, read_expiry: null },
        ...{ added_by: isDeposit ? ('company' as const) : ('employee' as const), origin_id: originId },
        succession_tag: successionTag(keys, secrets, { documentId, originId }),
        size_bytes: 20_000 + ((index * scattering) % 900_000),
        added_at: addedAt,
        scrubbed_at: now,
        category_id: folder?.categoryId ?? categories[index % categories.length]?.category_id ?? null,
        folder_id: folder?.folderId ?? null,
      };
    };
    for (let first = 0; first < count; first += atATime) {
      const rows = Array.from({ length: Math.min(atATime, count - first) }, (_, index) => rowOf(first + index));
      await db.insertInto('documents').values(rows).execute();
    }
    await db
      .updateTable('safes')
      .set((is) => ({ document_count: is('document_count', '+', count) }))
      .where('safe_id', '=', safeId)
      .execute();
    await recountPlaces(db, safeId);
  } finally {
    await database.close();
  }
}

/** A document of the safe that holds most. */
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
