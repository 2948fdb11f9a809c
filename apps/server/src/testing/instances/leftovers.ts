import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { clearExpiredUploads } from '../../domains/documents/documents.jobs.ts';
import { openPlatform } from '../../open-platform.ts';
import { noLocalReach } from '../../platform/collecting/reach.ts';
import { openDataFolder } from '../../platform/files/data-folder.ts';
import type { Platform } from '../../platform/platform.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded/embedded-postgres.ts';

const hourMs = 3_600_000;

/** Each is empty where the store holds what the documents name, and nothing else is kept for uploads. */
export type Leftovers = {
  staged: string[];
  /** Objects that no document names. */
  stray: string[];
  /** Objects that documents name, and that are not there. */
  missing: string[];
  intents: string[];
  /** Safes that still reserve room. */
  reserving: string[];
};

/** The remains of uploads in the folder of a stopped instance, after their intents have expired and were cleared. */
export async function findLeftovers(
  dataFolder: string,
  { clockOffsetMs }: { clockOffsetMs: number },
): Promise<Leftovers> {
  const { platform, close } = await openPlatformAfter(dataFolder, clockOffsetMs + 13 * hourMs);
  try {
    const staging = join(dataFolder, 'objects', 'staging');
    await ageFiles(staging);
    await clearExpiredUploads(platform);
    const documents = await platform.db.selectFrom('documents').select('object_id as id').execute();
    const named = new Set(documents.map(({ id }) => id));
    const stored = new Set<string>();
    for await (const objectId of platform.objects.list()) stored.add(objectId);
    const intents = await platform.db.selectFrom('upload_intents').select('object_id as id').execute();
    const safes = await platform.db
      .selectFrom('safes')
      .select('safe_id as id')
      .where('storage_reserved', '>', 0)
      .execute();
    return {
      staged: await readdir(staging),
      stray: [...stored].filter((id) => !named.has(id)),
      missing: [...named].filter((id) => !stored.has(id)),
      intents: intents.map(({ id }) => id),
      reserving: safes.map(({ id }) => id),
    };
  } finally {
    await close();
  }
}

/** The store’s own clock gives the age of what a put left. */
async function ageFiles(folder: string): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * hourMs);
  for (const name of await readdir(folder)) await utimes(join(folder, name), yesterday, yesterday);
}

/** The parts of the stopped instance, under a clock that is ahead, and without its own worker. */
async function openPlatformAfter(
  dataFolder: string,
  offsetMs: number,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const folder = await openDataFolder(dataFolder);
  const database = await startEmbeddedPostgres({ dataFolder: folder.path, log: silent });
  const config = readConfig({ PERENNE_DATA: dataFolder, PERENNE_CLOCK_OFFSET_MS: String(offsetMs) });
  const edges = {
    ...{ database, smtpUrl: 'smtp://127.0.0.1:9', sms: { url: 'http://127.0.0.1:9', token: '' } },
    ...{
      publicUrl: 'http://localhost:3000',
      inboxUrl: null,
      federation: null,
      timestamps: null,
      collectors: noLocalReach,
    },
  };
  const opened = await openPlatform(config, edges, pino({ level: 'silent' }));
  const close = async () => {
    await opened.close();
    await database.stop();
    await folder.release();
  };
  return { platform: opened.platform, close };
}
