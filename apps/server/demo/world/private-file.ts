import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../src/platform/files/durable-files.ts';

/** Writes a file for its owner alone (0600): whole and on the disk, or not at all. */
export async function writePrivateFile(path: string, content: Buffer | string): Promise<void> {
  const staged = `${path}.new`;
  const file = await open(staged, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(staged, path);
  await syncFolder(dirname(path));
}
