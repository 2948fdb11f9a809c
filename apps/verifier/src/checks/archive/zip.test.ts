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

  /** Changes an archive where each of its entries begins, in front of the content and in the directory. */
  function withEntries(archive: Bytes, change: (view: DataView, at: number, isDirectory: boolean) => void): Bytes {
    const changed = archive.slice();
    const view = new DataView(changed.buffer);
    for (let at = 0; at + 4 <= changed.length; at += 1) {
      const signature = view.getUint32(at, true);
      if (signature === 0x0403_4b50 || signature === 0x0201_4b50) change(view, at, signature === 0x0201_4b50);
    }
    return changed;
  }

  it('has a file under the name that the programs which unpack it give it', async () => {
    const marked = '\ufeffb.txt';
    expect(Object.keys(await contentsOf(new Uint8Array(zipSync({ [marked]: utf8('') }))))).toEqual([marked]);
    const unclear = withEntries(new Uint8Array(zipSync(files)), (view, at, isDirectory) =>
      view.setUint16(at + (isDirectory ? 8 : 6), 0, true),
    );
    await expect(contentsOf(unclear)).rejects.toMatchObject({ sentence: { code: 'entryUnreadable' } });
  });

  it('does not open where the size in front of a content is another one, in ZIP64', async () => {
    const one = new Uint8Array(zipSync({ 'a.txt': [utf8('abc'), { level: 0, extra: { 1: new Uint8Array(16) } }] }));
    const large = (size: number) =>
      withEntries(one, (view, at, isDirectory) => {
        view.setUint32(at + (isDirectory ? 20 : 18), 0xffff_ffff, true);
        view.setUint32(at + (isDirectory ? 24 : 22), 0xffff_ffff, true);
        const field = at + (isDirectory ? 46 : 30) + 'a.txt'.length + 4;
        for (const place of [field, field + 8]) view.setBigUint64(place, BigInt(isDirectory ? 3 : size), true);
      });
    expect(await contentsOf(large(3))).toEqual({ 'a.txt': 'abc' });
    await expect(contentsOf(large(4))).rejects.toMatchObject({ sentence: { code: 'bytesBetween' } });
  });

  it('unpacks no more than the directory says', async () => {
    const bomb = withEntries(
      new Uint8Array(zipSync({ 'a.txt': utf8('a'.repeat(10_000_000)) })),
      (view, at, isDirectory) => view.setUint32(at + (isDirectory ? 24 : 22), 3, true),
    );
    await expect(contentsOf(bomb)).rejects.toMatchObject({ sentence: { code: 'entryUnreadable' } });
  });

  it('does not open where nothing is an archive', async () => {
    for (const bytes of [utf8(''), utf8('PK'), utf8('x'.repeat(100_000))])
      await expect(contentsOf(bytes)).rejects.toThrow('archiveCut');
  });
});
