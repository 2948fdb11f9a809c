import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { concat, textOf, utf8, type Bytes } from '../bytes.ts';
import { readZip } from './zip.ts';

async function contentsOf(archive: Bytes): Promise<Record<string, string>> {
  const files = await readZip(new Blob([archive]), 'x.zip');
  const read = files.map(async ({ name, read: readFile }) => [name, textOf(await readFile())] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** The same archive with its end as ZIP64 writes it (APPNOTE 4.3.14 to 4.3.16). */
function asLarge(archive: Bytes): Bytes {
  const end = new DataView(archive.buffer, archive.length - 22);
  const [count, size, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  const large = new DataView(new ArrayBuffer(76));
  large.setUint32(0, 0x0606_4b50, true);
  large.setBigUint64(4, 44n, true);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, offset],
    [64, archive.length - 22],
  ] as const)
    large.setBigUint64(at, BigInt(value), true);
  large.setUint32(56, 0x0706_4b50, true);
  const short = archive.slice(-22);
  short.fill(0xff, 8, 20);
  return concat(archive.subarray(0, -22), new Uint8Array(large.buffer), short);
}

const files = { 'été/a.txt': utf8('a'.repeat(1000)), 'b.txt': utf8(''), '日本 🙂.txt': utf8('é') };
const expected = { 'été/a.txt': 'a'.repeat(1000), 'b.txt': '', '日本 🙂.txt': 'é' };

describe('an archive', () => {
  it.each([0, 9] as const)('opens, stored or packed (level %i)', async (level) => {
    expect(await contentsOf(new Uint8Array(zipSync(files, { level })))).toEqual(expected);
  });

  it('opens where its end is that of a large one', async () => {
    expect(await contentsOf(asLarge(new Uint8Array(zipSync(files, { level: 0 }))))).toEqual(expected);
  });

  it('opens with nothing in it', async () => {
    expect(await contentsOf(new Uint8Array(zipSync({})))).toEqual({});
  });

  it('opens with more in it than is read at once', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index}.txt`, utf8(String(index).repeat(1_000_000))]),
    );
    const contents = await contentsOf(new Uint8Array(zipSync(large, { level: 0 })));
    expect(Object.entries(contents).map(([name, text]) => [name, text.length])).toEqual(
      Object.entries(large).map(([name, bytes]) => [name, bytes.length]),
    );
  });

  it('does not open where nothing is an archive', async () => {
    for (const bytes of [utf8(''), utf8('PK'), utf8('x'.repeat(100_000))])
      await expect(contentsOf(bytes)).rejects.toThrow('archiveCut');
  });
});
