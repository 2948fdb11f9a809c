import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ArchiveDirectory } from './end-of-archive.ts';
import type { Written } from './format.ts';
import { writeZip, zipSize, type ZipEntry } from './zip.ts';

const modifiedAt = new Date('2026-11-21T08:30:12.000Z');

async function* chunksOf(text: string) {
  for (const part of text.match(/.{1,3}/gsu) ?? []) yield Buffer.from(part);
}

const entry = (name: string, text: string): ZipEntry => ({ name, modifiedAt, open: () => chunksOf(text) });

async function* each(entries: ZipEntry[]) {
  yield* entries;
}

const zipOf = async (entries: ZipEntry[]) => Buffer.concat(await Array.fromAsync(writeZip(each(entries))));

function endOf(files: readonly Written[], offset: number): Buffer {
  const directory = new ArchiveDirectory();
  for (const file of files) directory.add(file);
  return Buffer.concat(directory.endAt(offset));
}

describe('an archive', () => {
  it('opens with the names and contents that were put into it', async () => {
    const bytes = await zipOf([
      entry('été.txt', 'abcdefgh'),
      entry('vide.txt', ''),
      entry('日本 🙂.txt', 'é'.repeat(99)),
    ]);
    const opened = unzipSync(bytes);
    expect(Object.keys(opened)).toEqual(['été.txt', 'vide.txt', '日本 🙂.txt']);
    expect(Object.values(opened).map((content) => Buffer.from(content).toString())).toEqual([
      'abcdefgh',
      '',
      'é'.repeat(99),
    ]);
  });

  it('says the checksum and the size of each file after it, and in its directory', async () => {
    const content = 'Bulletin de paie';
    const bytes = await zipOf([entry('a', 'x'), entry('b', content)]);
    const told = Buffer.alloc(12);
    told.writeUInt32LE(crc32(content), 0);
    told.writeUInt32LE(content.length, 4);
    told.writeUInt32LE(content.length, 8);
    expect(bytes.subarray(bytes.indexOf(content) + content.length).subarray(4, 16)).toEqual(told);
    expect(bytes.subarray(bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))).subarray(16, 28)).toEqual(told);
  });

  it('says in front of a file what is known of it, and nothing behind', async () => {
    const content = 'Bulletin de paie';
    const known = { crc: crc32(content), sizeBytes: content.length };
    const bytes = await zipOf([{ ...entry('a', content), known }, entry('b', 'x')]);
    const head = [bytes.readUInt16LE(6), bytes.readUInt32LE(14), bytes.readUInt32LE(18)];
    expect(head).toEqual([0x0800, known.crc, known.sizeBytes]);
    const after = bytes.indexOf(content) + content.length;
    expect(bytes.readUInt32LE(after)).toBe(0x0403_4b50);
    expect(Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString())).toEqual([content, 'x']);
  });

  it('fails where a file has another size than was known of it', async () => {
    const known = { crc: 0, sizeBytes: 1 };
    await expect(zipOf([{ ...entry('a', 'abc'), known }])).rejects.toThrow('has not the size');
  });

  it('is an archive without a file too', async () => {
    expect(unzipSync(await zipOf([]))).toEqual({});
  });

  it('leaves nothing of a file that cannot be opened, and fails', async () => {
    const gone = { next: () => Promise.reject(new Error('gone')) };
    const broken: ZipEntry = { ...entry('b', ''), open: () => ({ [Symbol.asyncIterator]: () => gone }) };
    const bytes = writeZip(each([broken]));
    await expect(bytes.next()).rejects.toThrow('gone');
  });

  it('says at the end where its directory is, beyond 4 GB and beyond 65,535 files', () => {
    const offset = 5_000_000_000;
    const time = { stamp: Buffer.alloc(13), flags: 0x0808 };
    const file = { name: Buffer.from('a'), ...time, crc: 1, size: 2, offset: offset - 100 };
    const end = endOf([file], offset);
    const locator = end.indexOf(Buffer.from('504b0607', 'hex'));
    const large = Number(end.readBigUInt64LE(locator + 8)) - offset;
    expect(end.readUInt32LE(large)).toBe(0x0606_4b50);
    expect([Number(end.readBigUInt64LE(large + 32)), Number(end.readBigUInt64LE(large + 48))]).toEqual([1, offset]);
    expect(end.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(Number(end.readBigUInt64LE(46 + 1 + 9 + 4))).toBe(offset - 100);
    const many = endOf(
      Array.from({ length: 70_000 }, () => ({ ...file, offset: 0 })),
      10,
    );
    expect(many.readUInt16LE(many.length - 12)).toBe(0xffff);
  });

  it('begins with the file that tells its format, known from bytes at fixed places', async () => {
    const content = Buffer.from('application/vnd.etsi.asic-e+zip');
    const first = { name: 'mimetype', modifiedAt, content };
    const bytes = Buffer.concat(await Array.fromAsync(writeZip(each([entry('a', 'x')]), first)));
    // EN 319 162-1, annex A.1: the name at byte 30, the content at byte 38.
    expect(bytes.toString('latin1', 30, 38 + content.length)).toBe(`mimetype${content.toString()}`);
    const [flags, method, crc] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8), bytes.readUInt32LE(14)];
    expect([flags, method, crc]).toEqual([0, 0, crc32(content)]);
    expect([bytes.readUInt32LE(18), bytes.readUInt32LE(22), bytes.readUInt16LE(28)]).toEqual([31, 31, 0]);
    expect(Object.keys(unzipSync(bytes))).toEqual(['mimetype', 'a']);
  });

  it('is as long as was reckoned', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `${'é'.repeat(20)} ${index}.txt`);
    const bytes = await zipOf(names.map((name) => entry(name, 'abc')));
    expect(zipSize(names.map((name) => ({ name, sizeBytes: 3 })))).toBe(bytes.length);
  });
});
