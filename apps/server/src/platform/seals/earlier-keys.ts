import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';
import { keyIdOf } from '../pki/certificates.ts';
import type { Db } from '../postgres/db.ts';
import { readSigningKeys } from '../signing-keys.ts';
import type { SealKey } from './seals.ts';

/** The Ed25519 keys (RFC 8032) that sealed attestations before seals had certificates. They only verify. */
export type EarlierKeys = {
  verify(bytes: Buffer, signature: Buffer): string | null;
  /** The newest last. */
  publicKeys(): SealKey[];
};

/** Read once: there are no new ones. */
export function openEarlierKeys(parts: { db: Db; keys: Keys }): () => Promise<EarlierKeys> {
  let opened: Promise<EarlierKeys> | null = null;
  return () => {
    opened ??= readKeys(parts).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

async function readKeys(parts: { db: Db; keys: Keys }): Promise<EarlierKeys> {
  const keys = (await readSigningKeys(parts, 'seals')).map(({ key }) => createPublicKey(key));
  return {
    verify: (bytes, signature) => {
      const signer = keys.find((key) => verify(null, bytes, key, signature));
      return signer ? keyIdOf(signer) : null;
    },
    publicKeys: () => keys.map(present),
  };
}

const present = (key: KeyObject): SealKey => ({
  kid: keyIdOf(key),
  algorithm: 'Ed25519',
  publicKey: key.export({ format: 'pem', type: 'spki' }).toString(),
});
