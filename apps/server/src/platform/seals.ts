import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { openSigningKeys, type SigningKey, type SigningParts } from './signing-keys.ts';

export type Seal = {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
  kid: string;
  /** In base 64. */
  signature: string;
};

export type SealKey = { kid: string; algorithm: 'Ed25519'; publicKey: string };

/** Signatures of this installation over bytes: Ed25519 (RFC 8032), so that the same bytes have the same seal. */
export interface Seals {
  seal(bytes: Buffer): Promise<Seal>;
  /** The key that sealed these bytes; null where none did. */
  verify(bytes: Buffer, signature: string): Promise<string | null>;
  /** SubjectPublicKeyInfo in PEM, the newest last: older ones verify what they sealed. */
  publicKeys(): Promise<SealKey[]>;
}

const purpose = 'seals';

export function openSeals(parts: SigningParts): Seals {
  const signingKeys = openSigningKeys(parts, { purpose, make: () => generateKeyPairSync('ed25519').privateKey });
  return {
    async seal(bytes) {
      const newest = (await signingKeys()).at(-1);
      if (!newest) throw new Error('the key of the seals is missing');
      return { kid: fingerprint(newest), signature: sign(null, bytes, newest.key).toString('base64') };
    },
    async verify(bytes, signature) {
      const given = Buffer.from(signature, 'base64');
      const keys = await signingKeys();
      const signer = keys.find(({ key }) => verify(null, bytes, createPublicKey(key), given));
      return signer ? fingerprint(signer) : null;
    },
    publicKeys: async () => (await signingKeys()).map(publish),
  };
}

const publish = (signing: SigningKey): SealKey => ({
  kid: fingerprint(signing),
  algorithm: 'Ed25519',
  publicKey: createPublicKey(signing.key).export({ format: 'pem', type: 'spki' }).toString(),
});

const fingerprint = ({ key }: SigningKey): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);
