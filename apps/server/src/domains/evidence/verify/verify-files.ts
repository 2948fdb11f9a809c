import type { Checkpoint } from '@perenne/contract/evidence';
import { hasMore, isSame, listCheckpointFiles, readCheckpointFile } from '../checkpoint-files.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { presentCheckpoint, type KeptCheckpoint } from '../checkpoint.rules.ts';
import { findCheckpoint, findNewestCheckpoint } from '../checkpoints.store.ts';
import { presentOne, RecordBroken } from '../renewal/read-records.ts';
import type { Auditor, Counts, Fault } from './auditor.ts';

/**
 * Compares the files of checkpoints with the database. They are the witness of what was published: a database that
 * was set back to an earlier state, whole and without a fault of its own, has not what they hold. Files that are
 * missing are counted: the safe writes them again, and until then they are no witness.
 */
export async function* verifyFiles(
  { db, settings }: Auditor,
  counts: Pick<Counts, 'files' | 'lacking'>,
): AsyncGenerator<Fault> {
  // The file of the newest checkpoint may just be on its way.
  const expected = ((await findNewestCheckpoint(db))?.n ?? 0) - 1;
  for (const folder of settings.checkpointFolders) {
    const files = await listCheckpointFiles(folder);
    if (!files && folder === settings.witnessFolder)
      yield {
        where: folder,
        cause: 'this folder of PERENNE_CHECKPOINT_DIR is not there: nothing witnesses the database',
      };
    if (!files) {
      if (expected > 0) counts.lacking.set(folder, expected);
      continue;
    }
    counts.files += files.length;
    const lacking = expected - files.filter(({ n }) => n <= expected).length;
    if (lacking > 0) counts.lacking.set(folder, lacking);
    for (const { n, path } of files) {
      const written = await readCheckpointFile(path);
      // Read before the database is: what is published meanwhile is in both.
      const kept = await findCheckpoint(db, n);
      const cause = written && faultOf({ n, path, written }, kept ? await present(db, kept) : null);
      if (cause) yield { where: `checkpoint ${n}`, cause };
    }
  }
}

/** One whose record is not whole, which is a fault of its timestamp, is compared without it. */
async function present(db: Db, kept: KeptCheckpoint): Promise<Checkpoint> {
  try {
    return await presentOne(db, kept);
  } catch (error) {
    if (!(error instanceof RecordBroken)) throw error;
    return presentCheckpoint(kept);
  }
}

type Written = { n: number; path: string; written: Checkpoint | 'unreadable' };

function faultOf({ n, path, written }: Written, kept: Checkpoint | null): string | null {
  if (written === 'unreadable' || written.n !== n) return `${path} holds no checkpoint, or another one`;
  if (!kept) return `${path} holds it and the database does not: it was set back to an earlier state`;
  if (!isSame(written, kept)) return `${path} holds another one: the database, or the file, was changed`;
  if (written.timestamp !== null && kept.timestamp === null) return `its timestamp, which ${path} holds, was removed`;
  if (hasMore(written, kept)) return `what renews its timestamp, which ${path} holds, was removed`;
  return null;
}
