import { sign, type KeyObject } from 'node:crypto';
import type { Signer } from './signer.ts';

/** Signs with a key that is in this process. */
export const signWith = (key: KeyObject, about: Omit<Signer, 'sign'>): Signer => ({
  ...about,
  sign: async (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
});
