import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { lowerOwnPriority } from '../low-priority.ts';

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };
export type HashOptions = { cost: HashCost; pepper: Uint8Array };

/** An order to the thread: to hash a password, or to compare it with a hash. */
export type Asked = HashOptions & { password: string; stored?: string };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

lowerOwnPriority();

port.on('message', ({ cost, pepper, password, stored }: Asked) => {
  const done =
    stored === undefined
      ? hashSync(password, { ...cost, secret: pepper })
      : verifySync(stored, password, { secret: pepper });
  port.postMessage(done);
});
