import { expect, it } from 'vitest';
import { makeFairLine } from './fair-line.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on demand, and the order in which it began. */
function makeWork(limits: Parameters<typeof makeFairLine>[0]) {
  const line = makeFairLine(limits);
  const begun: string[] = [];
  const gates: Array<() => void> = [];
  const come = (party: string, name: string, gone?: AbortSignal) =>
    line(
      party,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => gates.push(() => resolve(name)));
      },
      gone,
    );
  const endOne = async () => {
    gates.shift()?.();
    await tick();
  };
  return { begun, come, endOne };
}

const refused = { code: 'ServiceUnavailable', retryAfterSeconds: 5 };

it('takes one of each party in turn, however many of one came before', async () => {
  const { begun, come, endOne } = makeWork({ atOnce: 1, waitingAtMost: 10 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => come(name.slice(0, 1), name));
  await tick();
  for (let count = 0; count < all.length; count += 1) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
});

it('lets so many work at once and so many wait, and asks the next of the same party to come back', async () => {
  const { begun, come } = makeWork({ atOnce: 2, waitingAtMost: 3 });
  for (let count = 0; count < 5; count += 1) void come('a', `a${count}`);
  await expect(come('a', 'a5')).rejects.toMatchObject(refused);
  expect(begun).toEqual(['a0', 'a1']);
});

it('takes a place from the longest line for a party with a shorter one', async () => {
  const { begun, come, endOne } = makeWork({ atOnce: 1, waitingAtMost: 3 });
  void come('a', 'a0');
  const waiting = ['a1', 'a2', 'a3'].map((name) => come('a', name));
  const newcomer = come('b', 'b0');
  await expect(waiting[2]).rejects.toMatchObject(refused);
  await expect(come('b', 'b1')).rejects.toMatchObject(refused);
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(await newcomer).toBe('b0');
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2']);
});

it('asks who comes to come back where every line is as short', async () => {
  const { come } = makeWork({ atOnce: 1, waitingAtMost: 2 });
  void come('a', 'a0');
  void come('b', 'b0');
  void come('c', 'c0');
  await expect(come('d', 'd0')).rejects.toMatchObject(refused);
});

it('leaves a place for others while one party has all that it may', async () => {
  const { begun, come, endOne } = makeWork({ atOnce: 3, atOnceOfOne: 2, waitingAtMost: 2 });
  const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'b1'].map((name) => come(name.slice(0, 1), name));
  await expect(all[3]).rejects.toMatchObject(refused);
  expect(begun).toEqual(['a0', 'a1', 'b0']);
  for (let count = 0; count < 5; count += 1) await endOne();
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2', 'b1']);
});

it('takes out of the line who has gone, and lets the next take that place', async () => {
  const { begun, come, endOne } = makeWork({ atOnce: 1, waitingAtMost: 1 });
  const gone = new AbortController();
  void come('a', 'a0');
  const left = come('b', 'b0', gone.signal);
  gone.abort();
  await expect(left).rejects.toMatchObject(refused);
  await expect(come('b', 'b1', gone.signal)).rejects.toMatchObject(refused);
  const next = come('c', 'c0');
  await endOne();
  await endOne();
  expect(await next).toBe('c0');
  expect(begun).toEqual(['a0', 'c0']);
});

it('gives a place on when its work fails', async () => {
  const line = makeFairLine({ atOnce: 1, waitingAtMost: 1 });
  const failing = line('a', async () => {
    await tick();
    throw new Error('broken');
  });
  const next = line('b', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
