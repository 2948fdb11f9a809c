import { chmodSync } from 'node:fs';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './make-folder.ts';
import { StartError } from '../start-error.ts';
import { isSystemError } from '../system-error.ts';

export type DataFolder = {
  /** Absolute, without symbolic links. */
  path: string;
  release(): Promise<void>;
};

/**
 * Makes the data folder (0700) when it is missing and takes it for this process alone until `release`.
 * Waits `patienceMs` for an instance that is just stopping. Throws StartError when the folder cannot be written or
 * belongs to another instance.
 */
export async function openDataFolder(path: string, patienceMs = 3000): Promise<DataFolder> {
  const folder = await openFolder(path);
  const lock = await waitForLock(join(folder, 'instance.lock'), patienceMs);
  if (lock === 'refused') throw cannotBeWritten(folder);
  const pidFile = join(folder, 'instance.pid');
  if (lock === 'taken')
    throw new StartError(`The data folder ${folder} is in use by ${await describeHolder(pidFile)}.`);
  try {
    await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (cause) {
    lock.close();
    throw cannotBeWritten(folder, cause);
  }
  const release = async () => {
    await rm(pidFile, { force: true });
    lock.close();
  };
  return { path: folder, release };
}

async function openFolder(path: string): Promise<string> {
  try {
    await makeFolder(path);
    return await realpath(path);
  } catch (cause) {
    throw cannotBeWritten(path, cause);
  }
}

async function waitForLock(path: string, patienceMs: number): Promise<ReturnType<typeof takeLock>> {
  const pauseMs = 100;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const lock = takeLock(path);
    if (lock !== 'taken' || waitedMs >= patienceMs) return lock;
    await sleep(pauseMs);
  }
}

/**
 * Node has no file locks of its own, but SQLite has, on every system: a transaction that stays open on an empty file.
 * The operating system drops the lock with the process, even killed, and two starts at the same instant cannot both
 * have it, be they in two containers that share the folder. Nothing else in this process may open that file: closing
 * it would drop the lock too (POSIX).
 */
function takeLock(path: string): DatabaseSync | 'taken' | 'refused' {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('begin exclusive');
    // SQLite makes it as the process makes any file, and one of an earlier release is readable by others.
    chmodSync(path, 0o600);
    return database;
  } catch (error) {
    database?.close();
    return isBusy(error) ? 'taken' : 'refused';
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

async function describeHolder(pidFile: string): Promise<string> {
  try {
    return `another instance (process ${(await readFile(pidFile, 'utf8')).trim()})`;
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'EACCES')) throw error;
    // It has the lock and is about to write its number.
    return 'another instance';
  }
}

function cannotBeWritten(path: string, cause?: unknown): StartError {
  return new StartError(`The data folder ${path} cannot be written.`, { cause });
}
