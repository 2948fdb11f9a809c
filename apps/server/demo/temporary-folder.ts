import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../src/platform/system-error.ts';

/** In another container, the same number is another process. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 4);

/** Makes a temporary folder that names its process, and removes those of processes that were killed. */
export async function makeTemporaryFolder(name: string): Promise<string> {
  const prefix = join(tmpdir(), `perenne-${name}-${machine}-`);
  for (const folder of await listFolders(prefix))
    if (await isLeftOver(folder, Number(folder.slice(prefix.length).split('-')[0])))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return mkdtemp(`${prefix}${process.pid}-`);
}

const listFolders = async (prefix: string): Promise<string[]> =>
  (await readdir(tmpdir())).map((name) => join(tmpdir(), name)).filter((path) => path.startsWith(prefix));

async function isLeftOver(folder: string, pid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  // Anybody may put something into the temporary folder: of what is another's, we remove nothing.
  if (found?.uid !== (process.getuid?.() ?? 0)) return false;
  // A container gives us the same number at each start.
  return pid === process.pid ? found.mtimeMs < performance.timeOrigin : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}
