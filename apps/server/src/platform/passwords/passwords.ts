import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../domain-error.ts';

export interface Passwords {
  /** Argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /** Against a hash, or against nobody's: both take the same time. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

// 64 MiB, three passes, one lane: OWASP's figures and more, about 100 ms.
const usualCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const atOnce = 4;
const waitingAtMost = 50;

/** At most four hashes at once; who comes when fifty wait is told to come back. */
export async function openPasswords(pepper: Buffer, cost = usualCost): Promise<Passwords> {
  const turn = makeTurnstile();
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

function makeTurnstile() {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
