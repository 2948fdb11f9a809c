import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Accounts } from './accounts.ts';

const cli = fileURLToPath(new URL('../../apps/server/src/cli.ts', import.meta.url));

/** Gives a command to the running product, as its operator does; gives what the command writes. */
export async function command({ dataFolder }: Accounts, ...words: string[]): Promise<string> {
  const env = { ...process.env, PERENNE_DATA: dataFolder, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env });
  return stdout;
}
