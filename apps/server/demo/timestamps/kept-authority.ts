import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../../src/platform/files/durable-files.ts';
import { writePrivateFile } from '../world/private-file.ts';
import type { Authority } from './authority.ts';

const keptState = z.object({
  port: z.int().positive(),
  /** In PEM. */
  key: z.string(),
  certificate: z.string(),
  root: z.string(),
  /** Those of authorities whose time is over: what they stamped still holds. */
  formerRoots: z.array(z.string()),
});

/** Makes the stand-in the same one after a restart: its timestamps must still be its own. */
export type KeptAuthority = { port: number; authority: Authority; formerRoots: string[] };

const fileOf = (dataFolder: string): string => join(dataFolder, 'demo-timestamps.json');

/** Null where there is none yet, or none of this release. */
export async function readAuthority(dataFolder: string): Promise<KeptAuthority | null> {
  try {
    const kept = keptState.safeParse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8'))).data;
    if (!kept) return null;
    const authority = {
      key: createPrivateKey(kept.key),
      certificate: new X509Certificate(kept.certificate),
      root: new X509Certificate(kept.root),
    };
    return { port: kept.port, authority, formerRoots: kept.formerRoots };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export async function writeAuthority(dataFolder: string, { port, authority, formerRoots }: KeptAuthority) {
  const state: z.output<typeof keptState> = {
    port,
    key: authority.key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: authority.certificate.toString(),
    root: authority.root.toString(),
    formerRoots,
  };
  await writePrivateFile(fileOf(dataFolder), `${JSON.stringify(state)}\n`);
}
