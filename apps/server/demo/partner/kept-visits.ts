import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import { writePrivateFile } from '../world/private-file.ts';

/**
 * Makes the stand-in the same one after a restart: its port, how often each account was visited, and the accounts whose
 * trouble has ended.
 */
const keptState = z.object({
  port: z.int().nonnegative(),
  visits: z.record(z.string(), z.int()),
  settled: z.array(z.string()).default([]),
});
export type KeptVisits = z.output<typeof keptState>;

const fileOf = (dataFolder: string): string => join(dataFolder, 'demo-partner.json');

export async function readVisits(dataFolder: string): Promise<KeptVisits> {
  try {
    return keptState.parse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { port: 0, visits: {}, settled: [] };
    throw error;
  }
}

export const writeVisits = (dataFolder: string, kept: KeptVisits): Promise<void> =>
  writePrivateFile(fileOf(dataFolder), `${JSON.stringify(kept)}\n`);
