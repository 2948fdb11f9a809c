import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads every file below a folder as a thief would, and returns which of the needles are where. */
export async function searchFolder(
  folder: string,
  needles: readonly (string | Buffer)[],
): Promise<{ files: number; found: string[] }> {
  const found: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // The demonstration's file is there to name them.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'demo.json');
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const content = await readFile(path);
    for (const needle of needles) if (content.includes(needle)) found.push(`${needle.toString()} in ${path}`);
  }
  return { files: files.length, found };
}
