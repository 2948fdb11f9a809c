import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Checksum, freshChecksumKey } from './checksum.ts';

const key = freshChecksumKey();

function checksumOf(...pieces: Uint8Array[]): string {
  const checksum = new Checksum(key);
  for (const piece of pieces) checksum.add(piece);
  return checksum.value();
}

it('is the same however the bytes are cut', () => {
  const bytes = randomBytes(300_001);
  const cuts = [0, 1, 17, 65_536, 65_536, 131_000, 300_000, 300_001];
  const pieces = cuts.map((cut, index) => bytes.subarray(cuts[index - 1] ?? 0, cut));
  expect(checksumOf(...pieces)).toBe(checksumOf(bytes));
});

it.each([
  ['a bit', (bytes: Buffer) => bytes.fill((bytes[200_000] ?? 0) ^ 1, 200_000, 200_001)],
  [
    'two blocks in each other’s place',
    (bytes: Buffer) =>
      Buffer.concat([16, 0, 32].map((from) => bytes.subarray(from, from === 32 ? undefined : from + 16))),
  ],
  ['a zero more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
  ['a byte less', (bytes: Buffer) => bytes.subarray(0, -1)],
])('is another one by %s', (_, change) => {
  const bytes = randomBytes(300_000);
  expect(checksumOf(change(Buffer.from(bytes)))).not.toBe(checksumOf(bytes));
});
