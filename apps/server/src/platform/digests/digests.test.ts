import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDigests, smallBytes, type Digests } from './digests.ts';

let digests: Digests;

beforeEach(() => {
  digests = openDigests();
});
afterEach(() => digests.close());

const expected = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest(),
  sha512: createHash('sha512').update(bytes).digest(),
});

async function digestsOf(bytes: Buffer, chunkBytes: number) {
  const run = digests.begin();
  for (let at = 0; at < bytes.length; at += chunkBytes) await run.update(bytes.subarray(at, at + chunkBytes));
  return run.finish();
}

const sizes = fc.constantFrom(0, 1, smallBytes - 1, smallBytes, smallBytes + 1, 3 * smallBytes, 5_000_001);

it('are those of the content, whatever its size and its pieces', async () => {
  const property = fc.asyncProperty(sizes, fc.integer({ min: 5_000, max: 2_000_000 }), async (size, chunkBytes) => {
    const bytes = randomBytes(size);
    expect(await digestsOf(bytes, chunkBytes)).toEqual(expected(bytes));
  });
  await fc.assert(property, { numRuns: 40 });
});

it('of many contents at once are not mixed up', async () => {
  const contents = Array.from({ length: 12 }, (_, index) => randomBytes(index * 400_000));
  const found = await Promise.all(contents.map((bytes) => digestsOf(bytes, 70_000)));
  expect(found).toEqual(contents.map(expected));
});

it('go on after a run was given up, at its beginning, on its way and at its end', async () => {
  const bytes = randomBytes(6_000_000);
  for (const taken of [0, 10, 3_000_000, 6_000_000]) {
    const run = digests.begin();
    await run.update(bytes.subarray(0, taken));
    run.abort();
  }
  const ended = digests.begin();
  await ended.update(bytes);
  await ended.finish();
  ended.abort();
  expect(await digestsOf(bytes, 65_536)).toEqual(expected(bytes));
});

it('answer no more to who gave up', async () => {
  const run = digests.begin();
  await run.update(randomBytes(3_000_000));
  run.abort();
  await expect(run.finish()).rejects.toThrow('given up');
});

it('fail where their threads end, and never wait for ever', async () => {
  const run = digests.begin();
  await run.update(randomBytes(3_000_000));
  const finished = run.finish();
  await Promise.all([expect(finished).rejects.toThrow('thread of digests'), digests.close()]);
  await expect(run.update(randomBytes(9_000_000))).rejects.toThrow('thread of digests');
});

it('keep no more of a content in memory than a few batches, however fast it comes', async () => {
  const bytes = randomBytes(1_000_000);
  const run = digests.begin();
  await run.update(bytes);
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 60; count++) await run.update(bytes);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  expect((await run.finish()).sha256).toHaveLength(32);
});
