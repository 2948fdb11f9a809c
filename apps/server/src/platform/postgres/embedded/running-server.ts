import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../system-error.ts';
import { urlOf, windowsPassword, type Endpoint } from './endpoint.ts';
import { appRole, databaseName, ownerRole } from './roles.ts';

/**
 * How to reach the embedded server that another process keeps running on a data folder, or null when
 * none accepts connections there.
 */
export async function findRunningServer(dataFolder: string): Promise<{ ownerUrl: string; appUrl: string } | null> {
  const endpoint = await readEndpoint(dataFolder);
  if (!endpoint) return null;
  return { ownerUrl: urlOf(endpoint, ownerRole, databaseName), appUrl: urlOf(endpoint, appRole, databaseName) };
}

/** `postmaster.pid` holds, line by line: process, folder, start, port, socket folder, address, memory, state. */
async function readEndpoint(dataFolder: string): Promise<Endpoint | null> {
  try {
    const clusterFolder = join(await realpath(dataFolder), 'postgres');
    const lines = (await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8'))
      .split('\n')
      .map((line) => line.trim());
    const [port, socketFolder, state] = [lines[3], lines[4], lines[7]];
    if (state !== 'ready') return null;
    if (socketFolder) return { socketFolder };
    return { port: Number(port), password: await windowsPassword(clusterFolder) };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}
