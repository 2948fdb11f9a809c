import { createSign, type KeyObject } from 'node:crypto';
import type { Signer } from './signer.ts';

/** Signs with a key that is in this process. */
export const signWith = (key: KeyObject, about: Omit<Signer, 'sign'>): Signer => ({
  ...about,
  async sign(bytes) {
    const signature = createSign('sha256');
    for await (const chunk of bytes) signature.update(chunk);
    return signature.sign({ key, dsaEncoding: 'ieee-p1363' });
  },
});
