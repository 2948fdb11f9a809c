import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { openObjectFolder } from './folder.ts';
import { describeObjects, inChunks } from './objects.suite.ts';
import { ObjectDamaged } from './objects.ts';
import type { Objects } from './objects.ts';

let path: string;
let objects: Objects;

beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'perenne-objects-')), 'objects');
  objects = await openObjectFolder(path);
});
afterEach(() => rm(join(path, '..'), { recursive: true, force: true }));

describeObjects('a folder', () => objects);

describe('a folder of objects', () => {
  it('is for its owner alone, down to its files, and is spread by the end of the ids', async () => {
    const id = uuidv7();
    await objects.put(id, inChunks(Buffer.from('sealed'), 6));
    const folder = join(path, id.slice(-2));
    const modes = [path, join(path, 'staging'), folder].map(async (name) => (await stat(name)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700]);
    expect((await stat(join(folder, id))).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing staged, whether a put succeeds or not', async () => {
    const id = uuidv7();
    await objects.put(id, inChunks(Buffer.from('sealed'), 6));
    await expect(objects.put(id, inChunks(Buffer.from('sealed'), 6))).rejects.toThrow(id);
    const broken = (async function* () {
      yield randomBytes(100);
      throw new Error('connection lost');
    })();
    await expect(objects.put(uuidv7(), broken)).rejects.toThrow('connection lost');
    expect(await readdir(join(path, 'staging'))).toEqual([]);
  });

  it('keeps small objects apart that come together, whichever fail among them', async () => {
    const contents = Array.from({ length: 40 }, (_, index) => ({ id: uuidv7(), bytes: randomBytes(index * 5_000) }));
    const [taken] = contents;
    await objects.put(taken?.id ?? '', inChunks(randomBytes(9), 9));
    const puts = await Promise.allSettled(contents.map(({ id, bytes }) => objects.put(id, inChunks(bytes, 65_536))));
    expect(puts.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 39 }, () => 'fulfilled')]);
    for (const { id, bytes } of contents.slice(1)) expect(await buffer(await objects.get(id))).toEqual(bytes);
    expect(await readdir(join(path, 'staging'))).toEqual([]);
  });

  it('sweeps what a killed process left, and that only', async () => {
    const [old, young] = [join(path, 'staging', `${uuidv7()}.old`), join(path, 'staging', `${uuidv7()}.young`)];
    await writeFile(old, 'part');
    await writeFile(young, 'part');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, twoHoursAgo, twoHoursAgo);
    expect(await objects.sweepStaging(3_600_000)).toBe(1);
    expect(await readdir(join(path, 'staging'))).toEqual([young.split('/').at(-1)]);
  });

  it('says when it cannot be written', async () => {
    await rm(join(path, 'staging'), { recursive: true });
    await expect(objects.check()).rejects.toThrow('ENOENT');
    await expect(objects.put(uuidv7(), inChunks(Buffer.from('x'), 1))).rejects.toThrow('ENOENT');
  });

  it('makes no object of a file that does not hold what was written', async () => {
    const id = uuidv7();
    const spoiling = (async function* () {
      yield* inChunks(randomBytes(5_000_000), 65_536);
      const [staged] = await readdir(join(path, 'staging'));
      // The written bytes are lost; those still to come leave a file of the right size.
      await truncate(join(path, 'staging', staged ?? ''), 0);
      yield* inChunks(randomBytes(5_000_000), 65_536);
    })();
    await expect(objects.put(id, spoiling)).rejects.toThrow(ObjectDamaged);
    expect(await objects.head(id)).toBeNull();
    expect(await readdir(join(path, 'staging'))).toEqual([]);
  });
});
