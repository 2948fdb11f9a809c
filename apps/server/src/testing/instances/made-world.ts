import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError } from '../../platform/system-error.ts';
import { forgetJobs } from './forget-jobs.ts';
import { copyDataFolder, startInstance } from './instance-process.ts';
import { pace } from '../pace.ts';

const longestMakingMs = 120_000 * pace;

/** A copy of its own of the made world, to start an instance on. */
export const copyMadeWorld = async (): Promise<string> => copyDataFolder(await madeWorld());

/** The same where an earlier step of the run has made one; null where none has. */
export const copyWorldOfRun = async (): Promise<string | null> => {
  const data = join(worldFolder(), 'data');
  return existsSync(data) ? copyDataFolder(data) : null;
};

/**
 * A data folder in which a demonstration world was made, its jobs forgotten and its instance stopped: to be copied, never
 * started. It is made once a run, by the worker that needs it first.
 */
export async function madeWorld(): Promise<string> {
  const world = worldFolder();
  if (await isFirst(world)) await makeWorld(world);
  else await waitForWorld(world);
  return join(world, 'data');
}

const worldFolder = (): string => join(tmpdir(), `perenne-world-${process.env['PERENNE_TEST_RUN'] ?? process.ppid}`);

/** Making a folder succeeds for one process alone. */
async function isFirst(world: string): Promise<boolean> {
  try {
    await mkdir(world);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

async function makeWorld(world: string): Promise<void> {
  try {
    const dataFolder = join(world, 'making');
    const instance = await startInstance({ dataFolder });
    await instance.until('/ready');
    await forgetJobs(dataFolder);
    await instance.stop();
    await rename(dataFolder, join(world, 'data'));
  } catch (error) {
    await writeFile(join(world, 'failed'), String(error));
    throw error;
  }
}

async function waitForWorld(world: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMakingMs; waitedMs += 50) {
    if (existsSync(join(world, 'data'))) return;
    if (existsSync(join(world, 'failed'))) break;
    await sleep(50);
  }
  throw new Error('the world was not made');
}

/** For a run by hand, whose folder nobody else removes. */
export const forgetMadeWorld = (): Promise<void> =>
  rm(join(tmpdir(), `perenne-world-${process.pid}`), { recursive: true, force: true });
