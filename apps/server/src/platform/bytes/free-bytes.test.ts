import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { freeBytes, freeing } from './free-bytes.ts';

describe('bytes that are freed', () => {
  it('are empty, and their memory is given back at once', () => {
    const before = process.memoryUsage().arrayBuffers;
    const bytes = Buffer.allocUnsafeSlow(50_000_000);
    freeBytes(bytes);
    expect(bytes).toHaveLength(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('may be what a cipher gives', () => {
    const sealed = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12)).update(randomBytes(65_536));
    freeBytes(sealed);
    expect(sealed).toHaveLength(0);
  });

  it.each([
    ['a part of others', randomBytes(10).subarray(1)],
    ['small ones, which share their memory', Buffer.from('small')],
    ['shared with a thread', new Uint8Array(new SharedArrayBuffer(10))],
  ])('stay as they are where they are %s', (_, bytes) => {
    const copy = Buffer.from(bytes);
    freeBytes(bytes);
    expect(Buffer.from(bytes)).toEqual(copy);
  });

  it('are freed as a stream goes on, and not while they are read', async () => {
    const given = [randomBytes(100_000), randomBytes(100_000)];
    const lengths: number[][] = [];
    for await (const chunk of freeing(given)) lengths.push([chunk.length, ...given.map(({ length }) => length)]);
    expect(lengths).toEqual([
      [100_000, 100_000, 100_000],
      [100_000, 0, 100_000],
    ]);
  });
});
