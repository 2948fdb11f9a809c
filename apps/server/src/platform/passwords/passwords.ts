import { hash, verify } from '@node-rs/argon2';
import { makeTurnstile } from './turnstile.ts';

export interface Passwords {
  /** Argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /** Against a hash, or against nobody's: both take the same time. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

// 64 MiB, three passes, one lane: OWASP's figures and more, about 100 ms.
const usualCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const queue = { atOnce: 4, waitingAtMost: 50 };

/** At most four hashes at once; a caller that comes when fifty wait is asked to come back. */
export async function openPasswords(pepper: Buffer, cost = usualCost): Promise<Passwords> {
  const turn = makeTurnstile(queue);
  const options = { ...cost, secret: pepper };
  const nobody = await hash('nobody has this password', options);
  return {
    hash: (password) => turn(() => hash(password, options)),
    verify: (stored, password) =>
      turn(async () => {
        const matches = await verify(stored ?? nobody, password, { secret: pepper });
        return stored !== null && matches;
      }),
  };
}
