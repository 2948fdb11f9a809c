import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder survive a power cut: syncing a file does not sync its name.
 * Windows cannot sync folders; there the file system's own journal has to do.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether an error is the system's error of that code, like `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
