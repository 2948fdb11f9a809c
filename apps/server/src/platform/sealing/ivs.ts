import { randomFillSync } from 'node:crypto';

export const ivBytes = 12;

/** Asked for one by one, they cost more than what they are used for. */
const atATime = 512;

const pool = Buffer.alloc(atATime * ivBytes);
let taken = atATime;

/** Random bytes for one message of AES-GCM (NIST SP 800-38D, 8.2.2), never given twice. */
export function newIv(): Buffer {
  if (taken === atATime) {
    randomFillSync(pool);
    taken = 0;
  }
  const iv = Buffer.from(pool.subarray(taken * ivBytes, (taken + 1) * ivBytes));
  taken += 1;
  return iv;
}
