import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

type Run = { end(): void; fail(error: Error): void };

function runsByHand() {
  const begun: Run[] = [];
  const runs = new SharedRuns(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ end: resolve, fail: reject });
    return promise;
  });
  return { runs, begun };
}

it('begins at once where nothing runs', async () => {
  const { runs, begun } = runsByHand();
  const first = runs.run();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await first;
  void runs.run();
  expect(begun).toHaveLength(2);
});

it('begins once more for all who ask while it runs, and only then answers them', async () => {
  const { runs, begun } = runsByHand();
  const answered: string[] = [];
  const ask = (name: string) => runs.run().then(() => answered.push(name));
  const all = [ask('a'), ask('b'), ask('c')];
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await turn();
  expect(answered).toEqual(['a']);
  expect(begun).toHaveLength(2);
  all.push(ask('d'));
  begun[1]?.end();
  await turn();
  expect(answered).toEqual(['a', 'b', 'c']);
  expect(begun).toHaveLength(3);
  begun[2]?.end();
  await Promise.all(all);
  expect(answered).toEqual(['a', 'b', 'c', 'd']);
});

it('tells a failure to those whom the run was for, and goes on', async () => {
  const { runs, begun } = runsByHand();
  const [first, second, third] = [runs.run(), runs.run(), runs.run()];
  begun[0]?.fail(new Error('first'));
  await expect(first).rejects.toThrow('first');
  await turn();
  begun[1]?.fail(new Error('next'));
  await expect(second).rejects.toThrow('next');
  await expect(third).rejects.toThrow('next');
  const fourth = runs.run();
  begun[2]?.end();
  await fourth;
});
