import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { ObjectExists, ObjectMissing } from './objects.ts';
import type { Objects } from './objects.ts';

const anySizes = [0, 1, 65_536, 1_048_575, 1_048_576, 1_048_577, 3_500_000];

/**
 * The promises of every store of objects. `arbitrated` are the sizes of objects for which the store itself says who
 * was first when several put the same id at once: not every S3 can.
 */
export function describeObjects(name: string, open: () => Objects, arbitrated = [100_000, 12_000_000]): void {
  describe(`${name} as a store of objects`, () => {
    it.each(anySizes)('gives back %d bytes as they were put', async (size) => {
      const objects = open();
      const [id, bytes] = [uuidv7(), randomBytes(size)];
      expect(await objects.put(id, inChunks(bytes, 60_000))).toEqual({ sizeBytes: size });
      expect(await objects.head(id)).toEqual({ sizeBytes: size });
      expect((await buffer(await objects.get(id))).equals(bytes)).toBe(true);
    });

    it('takes an object in chunks of any size', async () => {
      const objects = open();
      for (const chunkBytes of [7, 65_568, 2_500_000]) {
        const [id, bytes] = [uuidv7(), randomBytes(chunkBytes === 7 ? 5000 : 5_300_000)];
        await objects.put(id, inChunks(bytes, chunkBytes));
        expect((await buffer(await objects.get(id))).equals(bytes)).toBe(true);
      }
    });

    it('gives a range, and of a range beyond the end what there is of it', async () => {
      const objects = open();
      const [id, bytes] = [uuidv7(), randomBytes(200_000)];
      await objects.put(id, inChunks(bytes, 65_536));
      const ranges = [0, 1, 65_536, 199_999, 200_000, 300_000].flatMap((start) =>
        [start, start + 1, start + 70_000].map((end) => ({ start, end })),
      );
      for (const range of ranges)
        expect(await buffer(await objects.get(id, range))).toEqual(bytes.subarray(range.start, range.end));
    });

    it('refuses an id that is taken and keeps its object', async () => {
      const objects = open();
      const id = uuidv7();
      await objects.put(id, inChunks(Buffer.from('first'), 10));
      await expect(objects.put(id, inChunks(Buffer.from('second'), 10))).rejects.toThrow(ObjectExists);
      expect((await buffer(await objects.get(id))).toString()).toBe('first');
    });

    it.each(arbitrated)('lets one of many that put the same id at once win, whole: %d bytes', async (size) => {
      const objects = open();
      const id = uuidv7();
      const contents = Array.from({ length: 4 }, () => randomBytes(size));
      const puts = await Promise.allSettled(contents.map((bytes) => objects.put(id, inChunks(bytes, 30_000))));
      const won = puts.flatMap((put, index) => (put.status === 'fulfilled' ? [index] : []));
      expect(won).toHaveLength(1);
      expect(await buffer(await objects.get(id))).toEqual(contents[won[0] ?? -1]);
      const refusals = puts.flatMap((put) => (put.status === 'rejected' ? [put.reason] : []));
      for (const refusal of refusals) expect(refusal).toBeInstanceOf(ObjectExists);
    });

    it.each([10, 3_000_000, 20_000_000])('makes no object of a body that breaks off after %d bytes', async (size) => {
      const objects = open();
      const id = uuidv7();
      await expect(objects.put(id, breakingOff(size))).rejects.toThrow('connection lost');
      expect(await objects.head(id)).toBeNull();
      await expect(objects.get(id)).rejects.toThrow(ObjectMissing);
      expect(await listed(objects)).not.toContain(id);
    });

    it('tells a missing object', async () => {
      const objects = open();
      expect(await objects.head(uuidv7())).toBeNull();
      await expect(objects.get(uuidv7())).rejects.toThrow(ObjectMissing);
      await expect(objects.get(uuidv7(), { start: 5, end: 5 })).rejects.toThrow(ObjectMissing);
    });

    it('removes an object, once or twice', async () => {
      const objects = open();
      const id = uuidv7();
      await objects.put(id, inChunks(randomBytes(10), 10));
      await objects.remove(id);
      await objects.remove(id);
      expect(await objects.head(id)).toBeNull();
      await objects.put(id, inChunks(Buffer.from('again'), 10));
      expect((await buffer(await objects.get(id))).toString()).toBe('again');
    });

    it('lists what it holds', async () => {
      const objects = open();
      const ids = Array.from({ length: 20 }, () => uuidv7());
      for (const id of ids) await objects.put(id, inChunks(randomBytes(10), 10));
      expect(await listed(objects)).toEqual(expect.arrayContaining(ids));
    });

    it('takes nothing but a UUID for a name', async () => {
      const objects = open();
      for (const name of ['', '../escape', 'staging', uuidv7().toUpperCase(), `${uuidv7()}/x`]) {
        await expect(objects.put(name, inChunks(randomBytes(1), 1))).rejects.toThrow(TypeError);
        await expect(objects.get(name)).rejects.toThrow(TypeError);
        await expect(objects.remove(name)).rejects.toThrow(TypeError);
      }
    });

    it('answers that it can be written, and leaves nothing behind', async () => {
      const objects = open();
      const before = await listed(objects);
      await expect(objects.check()).resolves.toBeUndefined();
      expect((await listed(objects)).toSorted()).toEqual(before.toSorted());
    });

    it('never sweeps a put under way that is younger than the age', async () => {
      const objects = open();
      const [id, bytes] = [uuidv7(), randomBytes(12_000_000)];
      const put = objects.put(
        id,
        pausing(bytes, () => objects.sweepStaging(60_000)),
      );
      await expect(put).resolves.toEqual({ sizeBytes: bytes.length });
      expect((await buffer(await objects.get(id))).equals(bytes)).toBe(true);
    });
  });
}

export async function* inChunks(bytes: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function* breakingOff(size: number): AsyncGenerator<Buffer> {
  yield* inChunks(randomBytes(size), 65_536);
  throw new Error('connection lost');
}

async function* pausing(bytes: Buffer, pause: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield* inChunks(bytes.subarray(0, 8_000_000), 65_536);
  await pause();
  yield* inChunks(bytes.subarray(8_000_000), 65_536);
}

async function listed(objects: Objects): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of objects.list()) ids.push(id);
  return ids;
}
