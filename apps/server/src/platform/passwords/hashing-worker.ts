import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };
export type HashOptions = { cost: HashCost; pepper: Uint8Array };

/** An order to the thread: to hash a password, or to compare it with a hash. */
export type Asked = { password: string; stored?: string };

const port = parentPort;
if (!port) throw new Error('this is the code of a thread');

// Linux gives each thread a priority of its own; elsewhere this would be that of the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    // A machine that refuses it hashes as it does everything else.
    process.emitWarning(`passwords are hashed at the usual priority: ${String(error)}`);
  }
}

const { cost, pepper } = workerData as HashOptions;

port.on('message', ({ password, stored }: Asked) => {
  const done =
    stored === undefined
      ? hashSync(password, { ...cost, secret: pepper })
      : verifySync(stored, password, { secret: pepper });
  port.postMessage(done);
});
