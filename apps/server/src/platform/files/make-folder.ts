import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../start-error.ts';
import { isSystemError } from '../system-error.ts';

/**
 * Makes a folder (0700) and those above it, where they are missing. Step by step: `mkdir` with `recursive` never ends
 * where the system says that a folder which is there is missing, as it does below `/proc`.
 * @throws {StartError} it cannot be made
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeWithParents(path);
  } catch (cause) {
    throw new StartError(`The folder ${path} cannot be made.`, { cause });
  }
}

async function makeWithParents(path: string): Promise<void> {
  if (await makeOne(path)) return;
  if (!(await isFolder(dirname(path)))) await makeWithParents(dirname(path));
  // A folder that is still missing, with all of those above it there, cannot be made.
  if (!(await makeOne(path))) throw new Error('The system makes no folder there');
}

/** False where something above it is missing. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    // EEXIST, or what else a system that nobody may write to says of a folder that is there.
    if (!(await isFolder(path))) throw error;
  }
  return true;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
