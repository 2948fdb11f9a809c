import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openPasswords } from '../../apps/server/src/platform/passwords/passwords.ts';
import { rateOf } from '../client.ts';

/** Verifies as many passwords as each line asks, so many at once, and nothing else; reports the rate a second. */
const atOnce = Number(process.argv[2]);
const here = '127.0.0.1';
const password = 'Trombone-Lunaire-47!?';
// At the cost that the product has, whatever it becomes.
const passwords = await openPasswords(Buffer.alloc(32, 7));
const stored = await passwords.hash(password, here);

const verifyOne = async () => {
  if (!(await passwords.verify(stored, password, here))) throw new Error('the password is not known again');
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  void rateOf(Number(line), atOnce, verifyOne).then((rate) => process.stdout.write(`${rate}\n`));
});
process.stdout.write('ready\n');
await once(lines, 'close');
