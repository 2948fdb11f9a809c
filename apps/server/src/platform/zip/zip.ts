import { crc32 } from 'node:zlib';
import { ArchiveDirectory } from './end-of-archive.ts';
import { nameFlag, streamedFlags, versionNeeded, type Written } from './format.ts';

/** The CRC-32 and the size of a content. */
export type Known = { crc: number; sizeBytes: number };

/**
 * A file of the archive: a name with `/` between folders, at most 4 GB, read once and in turn. What is `known` of it is
 * in front of its content. Programs that read an archive from its front open no other stored file.
 */
export type ZipEntry = {
  name: string;
  modifiedAt: Date;
  known?: Known;
  open(): AsyncIterable<Buffer> | Iterable<Buffer>;
};

/**
 * The file by which programs know what kind of archive it is, from bytes at fixed places (ASiC, EPUB, OpenDocument): it
 * comes first, with its size and checksum in front of it and without any extra field.
 */
export type FirstFile = { name: string; modifiedAt: Date; content: Buffer };

/**
 * An archive as its files come, stored as they are, one after the other: no more than a chunk of them is
 * in memory. PKWARE's APPNOTE 6.3, with ZIP64 where the archive is beyond 4 GB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, first?: FirstFile): AsyncGenerator<Buffer> {
  const directory = new ArchiveDirectory();
  let offset = 0;
  if (first) {
    const file = describeFirst(first);
    const begin = Buffer.concat([localHeader(file), first.content]);
    offset = begin.length;
    directory.add(file);
    yield begin;
  }
  for await (const entry of entries) {
    const { known } = entry;
    const file = describe(entry, offset);
    let head: Buffer | null = localHeader(file);
    offset += head.length;
    let size = 0;
    for await (const chunk of entry.open()) {
      // Not before the content begins: a file that cannot be opened fails while nothing of it has left.
      if (head) yield head;
      head = null;
      if (!known) file.crc = crc32(chunk, file.crc);
      size += chunk.length;
      yield chunk;
    }
    if (head) yield head;
    if (known && size !== known.sizeBytes) throw new Error('A file of this archive has not the size that was known');
    file.size = size;
    offset += size;
    directory.add(file);
    if (known) continue;
    const end = dataDescriptor(file);
    offset += end.length;
    yield end;
  }
  yield* directory.endAt(offset);
}

const describe = ({ name, modifiedAt, known }: Omit<ZipEntry, 'open'>, offset: number): Written => ({
  ...{ name: Buffer.from(name), stamp: timeStamp(modifiedAt), flags: known ? nameFlag : streamedFlags },
  ...{ crc: known?.crc ?? 0, size: known?.sizeBytes ?? 0, offset },
});

const describeFirst = ({ name, modifiedAt, content }: FirstFile): Written => ({
  ...{ name: Buffer.from(name), stamp: timeStamp(modifiedAt).subarray(0, 4), flags: 0 },
  ...{ crc: crc32(content), size: content.length, offset: 0 },
});

/** How long the archive of these files is. */
export function zipSize(files: readonly { name: string; sizeBytes: number }[]): number {
  const directory = new ArchiveDirectory();
  let offset = 0;
  for (const { name, sizeBytes } of files) {
    const file = { ...describe({ name, modifiedAt: new Date(0) }, offset), size: sizeBytes };
    directory.add(file);
    offset += localHeader(file).length + sizeBytes + dataDescriptor(file).length;
  }
  return directory.endAt(offset).reduce((size, { length }) => size + length, offset);
}

const mostBytes = 0xffff_ffff;

/** Checksum and sizes are zero while they are not known: then they follow the content. */
function localHeader({ name, stamp, flags, crc, size }: Written): Buffer {
  requireFit(size);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(versionNeeded, 4);
  head.writeUInt16LE(flags, 6);
  stamp.copy(head, 10, 0, 4);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(stamp.length - 4, 28);
  return Buffer.concat([head, name, stamp.subarray(4)]);
}

function requireFit(size: number): void {
  if (size > mostBytes) throw new RangeError('A file of this archive has at most 4 GB');
}

function dataDescriptor({ crc, size }: Written): Buffer {
  requireFit(size);
  const end = Buffer.alloc(16);
  end.writeUInt32LE(0x0807_4b50, 0);
  end.writeUInt32LE(crc, 4);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(size, 12);
  return end;
}

/** The time in the format of MS-DOS (4 bytes), then the field that says the same instant in UTC (`UT`). */
function timeStamp(at: Date): Buffer {
  const stamp = Buffer.alloc(13);
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  stamp.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 0);
  stamp.writeUInt16LE(((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 2);
  stamp.write('UT', 4, 'latin1');
  stamp.writeUInt16LE(5, 6);
  stamp.writeUInt8(1, 8);
  stamp.writeUInt32LE(Math.min(Math.max(Math.floor(at.getTime() / 1000), 0), 0x7fff_ffff), 9);
  return stamp;
}
