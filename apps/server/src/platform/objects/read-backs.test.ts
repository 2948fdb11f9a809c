import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Checksum, freshChecksumKey, type ChecksumKey } from './checksum.ts';
import { ReadBacks } from './read-backs.ts';

const checksumOf = (key: ChecksumKey, bytes: Uint8Array): string => {
  const checksum = new Checksum(key);
  checksum.add(bytes);
  return checksum.value();
};

it('tells each part of a file by its own checksum, however many are asked for at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-read-backs-'));
  const bytes = randomBytes(3_000_000);
  await writeFile(join(folder, 'file'), bytes);
  const file = await open(join(folder, 'file'));
  try {
    const readBacks = new ReadBacks();
    const parts = Array.from({ length: 30 }, (_, index) => ({
      from: index * 100_000,
      sizeBytes: 50_000 + index * 7_000,
      key: freshChecksumKey(),
    }));
    const told = await Promise.all(parts.map((part) => readBacks.checksum({ file: file.fd, ...part })));
    expect(told).toEqual(
      parts.map(({ from, sizeBytes, key }) => checksumOf(key, bytes.subarray(from, from + sizeBytes))),
    );
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
});

it('tells why a file could not be read, and goes on', async () => {
  const readBacks = new ReadBacks();
  const key = freshChecksumKey();
  const none = { file: 1_000_000, from: 0, sizeBytes: 10, key };
  await expect(readBacks.checksum(none)).rejects.toMatchObject({ code: 'EBADF' });
  expect(await readBacks.checksum({ ...none, sizeBytes: 0 })).toBe(checksumOf(key, new Uint8Array()));
});

it('lets its process end, whether it has read something back or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-read-backs-'));
  const program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { ReadBacks } from ${JSON.stringify(import.meta.resolve('./read-backs.ts'))};
     const readBacks = new ReadBacks();
     const nothing = { file: 1_000_000, from: 0, sizeBytes: 0, key: { key: new Uint8Array(32), iv: new Uint8Array(12) } };
     if (process.argv[2]) await readBacks.checksum(nothing);
     console.log('read');`,
  );
  const run = (...given: string[]) => promisify(execFile)(process.execPath, [program, ...given]);
  try {
    expect((await run()).stdout).toBe('read\n');
    expect((await run('something')).stdout).toBe('read\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
