import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { clientAddressOf } from '../http/connections/client-address.ts';
import { makeFairLine } from '../turns/fair-line.ts';
import { HashingThreads } from './hashing-threads.ts';

/** `address` is the caller’s: addresses take turns. Both throw `ServiceUnavailable` where too many wait. */
export interface Passwords {
  /** Argon2id in PHC form. */
  hash(password: string, address: string): Promise<string>;
  /** Against a hash, or against nobody's: both take the same time. */
  verify(stored: string | null, password: string, address: string): Promise<boolean>;
  close(): Promise<void>;
}

// 64 MiB, three passes, one lane: OWASP's figures and more, about 100 ms.
const usualCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
/** More than there are cores would make each of them slower, and take 64 MiB each. */
export const hashesAtOnce = Math.max(2, Math.min(4, availableParallelism()));

/**
 * A few hashes at once, and fifty that wait, shared fairly between client addresses. The threads are those of the
 * process; tests have many of these passwords, and share them.
 */
export async function openPasswords(
  pepper: Buffer,
  cost = usualCost,
  threads = new HashingThreads(),
): Promise<Passwords> {
  const line = makeFairLine({ atOnce: hashesAtOnce, waitingAtMost: 50 });
  const nobody = await hash('nobody has this password', { ...cost, secret: pepper });
  const options = { cost, pepper };
  return {
    hash: (password, address) => line(clientAddressOf(address), () => threads.hash(password, options)),
    verify: (stored, password, address) =>
      line(clientAddressOf(address), async () => {
        const matches = await threads.verify(stored ?? nobody, password, options);
        return stored !== null && matches;
      }),
    close: () => threads.close(),
  };
}
