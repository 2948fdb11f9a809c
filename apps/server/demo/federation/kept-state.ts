import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import { writePrivateFile } from '../world/private-file.ts';

const keptState = z.object({
  port: z.int().positive(),
  clientSecret: z.string(),
  cookieKey: z.string(),
  key: z.record(z.string(), z.unknown()),
});

/**
 * Makes the stand-in the same one after a restart: links are kept by its address, and its signatures must still be
 * its own.
 */
export type KeptState = z.output<typeof keptState>;

const fileOf = (dataFolder: string): string => join(dataFolder, 'demo-federation.json');

/** Null where there is none yet, or none of this release. */
export async function readState(dataFolder: string): Promise<KeptState | null> {
  try {
    return keptState.safeParse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8'))).data ?? null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export const writeState = (dataFolder: string, state: KeptState): Promise<void> =>
  writePrivateFile(fileOf(dataFolder), `${JSON.stringify(state)}\n`);

export async function newSecrets(): Promise<Omit<KeptState, 'port'>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
  const [clientSecret, cookieKey] = [newSecret(), newSecret()];
  return { key, clientSecret, cookieKey };
}

const newSecret = () => randomBytes(32).toString('base64url');
