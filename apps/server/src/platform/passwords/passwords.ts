import { hash, verify } from '@node-rs/argon2';
import { clientAddressOf } from '../http/client-address.ts';
import { makeFairLine } from '../turns/fair-line.ts';

/** `address` is the caller’s: addresses take turns. Both throw `ServiceUnavailable` where too many wait. */
export interface Passwords {
  /** Argon2id in PHC form. */
  hash(password: string, address: string): Promise<string>;
  /** Against a hash, or against nobody's: both take the same time. */
  verify(stored: string | null, password: string, address: string): Promise<boolean>;
}

// 64 MiB, three passes, one lane: OWASP's figures and more, about 100 ms.
const usualCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const queue = { atOnce: 4, waitingAtMost: 50 };

/** At most four hashes at once, and fifty that wait, shared fairly between client addresses. */
export async function openPasswords(pepper: Buffer, cost = usualCost): Promise<Passwords> {
  const line = makeFairLine(queue);
  const options = { ...cost, secret: pepper };
  const nobody = await hash('nobody has this password', options);
  return {
    hash: (password, address) => line(clientAddressOf(address), () => hash(password, options)),
    verify: (stored, password, address) =>
      line(clientAddressOf(address), async () => {
        const matches = await verify(stored ?? nobody, password, { secret: pepper });
        return stored !== null && matches;
      }),
  };
}
