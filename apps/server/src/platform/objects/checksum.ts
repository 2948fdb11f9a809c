import { createCipheriv, randomBytes, type CipherGCM } from 'node:crypto';

/** Made for one run of bytes and used for it twice: as it is given, and as it is read back. */
export type ChecksumKey = { key: Uint8Array; iv: Uint8Array };

export const freshChecksumKey = (): ChecksumKey => ({ key: randomBytes(32), iv: randomBytes(12) });

/**
 * The checksum of a run of bytes: the tag of AES-GCM over nothing but additional data. It misses a
 * change once in 2^128, and processors that encrypt by themselves make it several times faster than
 * a CRC-32.
 */
export class Checksum {
  readonly #cipher: CipherGCM;

  constructor({ key, iv }: ChecksumKey) {
    this.#cipher = createCipheriv('aes-256-gcm', key, iv);
  }

  add(bytes: Uint8Array): void {
    this.#cipher.setAAD(bytes);
  }

  /** In hexadecimal, once everything is added. */
  value(): string {
    this.#cipher.final();
    return this.#cipher.getAuthTag().toString('hex');
  }
}
