import { KeyRefused } from './keys.ts';

export const wrapAlgorithms = { aes256Gcm: 0x01, kms: 0x02 } as const;

export interface WrappedKey {
  algorithm: number;
  keyId: string;
  /** Algorithm and key id as they were written: bound as associated data where the cipher allows. */
  head: Buffer;
  body: Buffer;
}

export function wrappedKeyHead(algorithm: number, keyId: string): Buffer {
  const id = Buffer.from(keyId);
  const head = Buffer.alloc(3 + id.length);
  head.writeUInt8(algorithm, 0);
  head.writeUInt16BE(id.length, 1);
  id.copy(head, 3);
  return head;
}

export function readWrappedKey(wrapped: Buffer): WrappedKey {
  const end = wrapped.length < 3 ? Infinity : 3 + wrapped.readUInt16BE(1);
  if (end >= wrapped.length) throw new KeyRefused('The wrapped key is cut short');
  return {
    algorithm: wrapped.readUInt8(0),
    keyId: wrapped.toString('utf8', 3, end),
    head: wrapped.subarray(0, end),
    body: wrapped.subarray(end),
  };
}

/** The id of the root key that wrapped this secret. */
export function wrappingKeyId(wrapped: Buffer): string {
  return readWrappedKey(wrapped).keyId;
}
