import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkpoint as checkpointSchema, type Checkpoint } from '@perenne/contract/evidence';
import { syncFolder } from '../../platform/files/durable-files.ts';
import { newId } from '../../platform/identifiers.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { Log } from '../../platform/log.ts';
import type { Platform, Settings } from '../../platform/platform.ts';
import { isSystemError } from '../../platform/system-error.ts';
import { findCheckpoint, findNewestCheckpoint } from './checkpoints.store.ts';
import { presentOne } from './renewal/read-records.ts';

/** The parts that read and write a folder of checkpoints. */
export type FileParts = Pick<Platform, 'clock'> & { log: Log; settings: Pick<Settings, 'checkpointFolders'> };

const fileName = (n: number) => `checkpoint-${n}.json`;
const numberOf = (name: string) => Number(/^checkpoint-(\d+)\.json$/.exec(name)?.[1] ?? Number.NaN);

/** Writes a checkpoint into each folder, where it is not written yet with its timestamp and all that renews it. */
export async function writeCheckpoint(parts: FileParts, checkpoint: Checkpoint): Promise<void> {
  for (const folder of parts.settings.checkpointFolders) await writeInto(parts, folder, checkpoint);
}

/**
 * A file that says something else stays: the database was set back to an earlier state, or changed, and the file is
 * the witness of it.
 */
async function writeInto(parts: FileParts, folder: string, checkpoint: Checkpoint): Promise<void> {
  await makeFolder(folder);
  const path = join(folder, fileName(checkpoint.n));
  const written = await readCheckpointFile(path);
  if (written === 'unreadable' || (written && !isSame(written, checkpoint))) {
    const { n } = checkpoint;
    parts.log.error({ n, path }, 'a checkpoint is not the one that was written: see perenne evidence verify');
    return;
  }
  if (written && !hasMore(checkpoint, written)) return;
  const beside = join(folder, `.${newId(parts.clock)}.tmp`);
  try {
    await writeDurably(beside, `${JSON.stringify(checkpoint, null, 2)}\n`);
    await (written ? rename(beside, path) : giveName(beside, path));
  } catch (error) {
    // Another process was first.
    if (isSystemError(error, 'EEXIST')) return writeInto(parts, folder, checkpoint);
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(folder);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whole or not at all, and never in place of a file that is there. Some file systems know no links. */
async function giveName(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isSystemError(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    await rename(from, to);
  }
}

/** Null where there is no such file; one that holds no checkpoint cannot be read. */
export async function readCheckpointFile(path: string): Promise<Checkpoint | 'unreadable' | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return checkpointSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

/** All but the timestamp, which comes later and may be renewed. */
export const isSame = (a: Checkpoint, b: Checkpoint): boolean =>
  isDeepStrictEqual({ ...a, timestamp: null, evidenceRecord: null }, { ...b, timestamp: null, evidenceRecord: null });

/** Whether it has a timestamp, or renewals of it, which the other has not: both only ever grow. */
export const hasMore = (checkpoint: Checkpoint, written: Checkpoint): boolean =>
  (checkpoint.timestamp !== null && written.timestamp === null) ||
  (checkpoint.evidenceRecord ?? '').length > (written.evidenceRecord ?? '').length;

/** The numbers of the checkpoints that a folder holds, in their order. Null where there is no such folder. */
export async function listCheckpointFiles(folder: string): Promise<Array<{ n: number; path: string }> | null> {
  try {
    const names = (await readdir(folder)).filter((name) => numberOf(name) > 0);
    return names.map((name) => ({ n: numberOf(name), path: join(folder, name) })).sort((a, b) => a.n - b.n);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Writes the files that are missing, as in a folder that was just configured. */
export async function restoreCheckpointFiles(platform: Platform, signal?: AbortSignal): Promise<void> {
  const newest = (await findNewestCheckpoint(platform.db))?.n ?? 0;
  for (const folder of platform.settings.checkpointFolders) {
    const there = new Set((await listCheckpointFiles(folder))?.map(({ n }) => n));
    for (let n = 1; n <= newest; n++) {
      signal?.throwIfAborted();
      const kept = there.has(n) ? undefined : await findCheckpoint(platform.db, n);
      if (kept) await writeInto(platform, folder, await presentOne(platform.db, kept));
    }
  }
}
