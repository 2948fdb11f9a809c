import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WholeFile } from './whole-file.ts';

describe('a whole file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'perenne-whole-file-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function fileOf(sizeBytes: number) {
    const bytes = randomBytes(sizeBytes);
    const path = join(folder, String(sizeBytes));
    await writeFile(path, bytes);
    return { bytes, file: await open(path) };
  }

  it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 1_000_000])(
    'gives all of %i bytes and closes',
    async (sizeBytes) => {
      const { bytes, file } = await fileOf(sizeBytes);
      expect((await buffer(new WholeFile(file))).equals(bytes)).toBe(true);
      expect(file.fd).toBe(-1);
    },
  );

  it('closes when nobody reads it, and when its reader leaves in the middle of a read', async () => {
    const [unread, left] = [await fileOf(10), await fileOf(3_000_000)];
    const streams = [new WholeFile(unread.file), new WholeFile(left.file)];
    streams[1]?.read();
    for (const stream of streams) {
      stream.destroy();
      await once(stream, 'close');
    }
    expect([unread.file.fd, left.file.fd]).toEqual([-1, -1]);
  });

  it('tells what cannot be read, and closes', async () => {
    const file = await open(folder);
    await expect(buffer(new WholeFile(file))).rejects.toMatchObject({ code: 'EISDIR' });
    expect(file.fd).toBe(-1);
  });
});
