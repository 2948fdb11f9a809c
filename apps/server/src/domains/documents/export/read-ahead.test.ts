import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function* numbers(count: number) {
  for (let number = 1; number <= count; number++) yield number;
}

describe('reading ahead', () => {
  it('gives what it reads in the order of the items, a few of them at a time', async () => {
    let under = 0;
    let most = 0;
    const read = async (item: number) => {
      most = Math.max(most, ++under);
      await setTimeout(item % 2 === 0 ? 0 : 4);
      under -= 1;
      return item * 10;
    };
    const given = await Array.fromAsync(readAhead(numbers(9), 3, { read, drop: async () => {} }));
    expect(given).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(most).toBe(3);
  });

  it('drops what was read for nobody, and fails with the first that cannot be read', async () => {
    const dropped: number[] = [];
    const reading = {
      read: async (item: number) => {
        if (item === 2) throw new Error('two');
        return item;
      },
      drop: async (item: number) => void dropped.push(item),
    };
    const given: number[] = [];
    const all = async () => {
      for await (const item of readAhead(numbers(5), 3, reading)) given.push(item);
    };
    await expect(all()).rejects.toThrow('two');
    expect([given, dropped]).toEqual([[1], [3, 4]]);
  });

  it('drops what is not wanted any more', async () => {
    const dropped: number[] = [];
    const reading = { read: async (item: number) => item, drop: async (item: number) => void dropped.push(item) };
    for await (const item of readAhead(numbers(5), 3, reading)) if (item === 1) break;
    expect(dropped).toEqual([2, 3]);
  });

  it('gives nothing of nothing', async () => {
    const reading = { read: async (item: number) => item, drop: async () => {} };
    expect(await Array.fromAsync(readAhead(numbers(0), 3, reading))).toEqual([]);
  });
});
