import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countWorkers } from '../../../../scripts/testing/machine.mjs';
import { allJobs } from '../app.ts';
import { openDataFolder, type DataFolder } from '../platform/files/data-folder.ts';
import { prepareJobs } from '../platform/jobs/prepare-jobs.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';
import { stopLeftover } from '../platform/postgres/embedded/leftover.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { StartError } from '../platform/start-error.ts';
import { forgetMadeWorld } from './instances/made-world.ts';

const prefix = 'perenne-test-postgres-';
const log = { info: () => {}, warn: () => {}, error: (message: string) => console.error(message) };
/** Each worker may run a test of several instances, of which each has pools of its own. */
const connections = 30 + 30 * countWorkers().unit;
/** A younger folder may belong to a run that is about to take it. */
const leftoverAgeMs = 60_000;

/**
 * One PostgreSQL for the run, its database migrated once to serve as the template of `createTestDatabase`.
 * Without fsync: the run throws it away.
 */
export async function setup(): Promise<() => Promise<void>> {
  const parent = await chooseParent();
  await removeLeftovers(parent);
  const folder = await openDataFolder(await mkdtemp(join(parent, prefix)));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder.path, log, durability: 'none', connections });
  const teardown = async () => {
    await postgres.stop();
    await remove(folder);
    await forgetMadeWorld();
  };
  try {
    await migrate(postgres.ownerUrl, new Date());
    await prepareJobs(postgres.ownerUrl, allJobs);
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env['PERENNE_TEST_OWNER_URL'] = postgres.ownerUrl;
  process.env['PERENNE_TEST_APP_URL'] = postgres.appUrl;
  return teardown;
}

/**
 * In memory where there is room: cloning a database makes 300 files, 10 ms there and up to 300 ms on a disk. A run of
 * `npm test` has chosen already, and removes what is left there.
 */
async function chooseParent(): Promise<string> {
  const { PERENNE_TEST_QUICK_FOLDER: chosen } = process.env;
  if (chosen) return chosen;
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}

/** Runs that were killed leave a server and a folder, which no longer have a holder. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    if (Date.now() - (await stat(path)).mtimeMs < leftoverAgeMs) continue;
    const folder = await takeUnlessHeld(path);
    if (!folder) continue;
    await stopLeftover(join(folder.path, 'postgres'), log);
    await remove(folder);
  }
}

async function takeUnlessHeld(path: string): Promise<DataFolder | undefined> {
  try {
    return await openDataFolder(path, 0);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

async function remove(folder: DataFolder): Promise<void> {
  await folder.release();
  await rm(folder.path, { recursive: true, force: true });
}
