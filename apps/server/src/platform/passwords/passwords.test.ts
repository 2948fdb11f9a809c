import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { lowPriority } from '../low-priority.ts';
import { hashesAtOnce, openPasswords } from './passwords.ts';

const here = '192.0.2.7';
const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

it('hashes by Argon2id with 64 MiB, three passes and one lane', async () => {
  const passwords = await openPasswords(randomBytes(32));
  expect(await passwords.hash('Trombone-Lunaire-47!?', here)).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
});

it('knows the password again, and nothing else', async () => {
  const passwords = await openPasswords(randomBytes(32), cheap);
  const stored = await passwords.hash('right', here);
  expect(await passwords.hash('right', here)).not.toBe(stored);
  expect(await passwords.verify(stored, 'right', here)).toBe(true);
  expect(await passwords.verify(stored, 'Right', here)).toBe(false);
});

it('says no for nobody, whatever the password', async () => {
  const passwords = await openPasswords(randomBytes(32), cheap);
  expect(await passwords.verify(null, 'nobody has this password', here)).toBe(false);
});

it('makes hashes that are worth nothing without the pepper', async () => {
  const passwords = await openPasswords(randomBytes(32), cheap);
  const stored = await passwords.hash('right', here);
  expect(await verify(stored, 'right')).toBe(false);
  expect(await (await openPasswords(randomBytes(32), cheap)).verify(stored, 'right', here)).toBe(false);
});

it('tells who comes when fifty wait to come back, and answers all the others', async () => {
  const passwords = await openPasswords(randomBytes(32), cheap);
  const stored = await passwords.hash('right', here);
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(stored, 'right', here)));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(60 - hashesAtOnce - 50);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { code: 'ServiceUnavailable', retryAfterSeconds: 5 } });
});

it.runIf(process.platform === 'linux')(
  'hashes in a few threads, at a lower priority than everything else',
  async () => {
    const before = threadsByPriority();
    const passwords = await openPasswords(randomBytes(32), cheap);
    await Promise.all(Array.from({ length: 20 }, () => passwords.hash('right', here)));
    const during = threadsByPriority();
    expect((during.get(lowPriority) ?? 0) - (before.get(lowPriority) ?? 0)).toBe(hashesAtOnce);
    expect(during.get(0)).toBeGreaterThan(0);
    await passwords.close();
  },
);

it('hashes again after a thread has failed', async () => {
  const passwords = await openPasswords(randomBytes(32), cheap);
  await expect(passwords.verify('no hash at all', 'right', here)).rejects.toThrow('a thread of passwords failed');
  const stored = await passwords.hash('right', here);
  expect(await passwords.verify(stored, 'right', here)).toBe(true);
});

/** How many threads of this process have which priority: the 19th field of their state, the 17th after the name. */
function threadsByPriority(): Map<number, number> {
  const counts = new Map<number, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    const state = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    const priority = Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16]);
    counts.set(priority, (counts.get(priority) ?? 0) + 1);
  }
  return counts;
}
