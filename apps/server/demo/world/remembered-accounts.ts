import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { openJson, SealBroken, sealJson } from '../../src/platform/sealing/values.ts';
import { accounts, type Accounts } from './accounts.ts';
import { writePrivateFile } from './private-file.ts';

const fileOf = (dataFolder: string): string => join(dataFolder, 'demo-world.sealed');
const place = { table: 'demo', column: 'accounts', row: 'world' };

/** Once the world is whole: until then, a start makes what is missing. */
export const rememberAccounts = ({ values }: Secrets, dataFolder: string, made: Accounts): Promise<void> =>
  writePrivateFile(fileOf(dataFolder), sealJson(values, place, made));

/** The accounts of the world that was made before; null where there is none, or one of another database. */
export async function recallAccounts({ values }: Secrets, dataFolder: string): Promise<Accounts | null> {
  const sealed = await readIfThere(fileOf(dataFolder));
  if (!sealed) return null;
  try {
    return accounts.parse(openJson(values, place, sealed));
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
