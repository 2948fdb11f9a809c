import { crc32 } from 'node:zlib';
import { endOfArchive } from './end-of-archive.ts';
import { flags, versionNeeded, type Written } from './format.ts';

/** A file of the archive: a name with `/` between folders, at most 4 GB, read once and in turn. */
export type ZipEntry = { name: string; modifiedAt: Date; open(): AsyncIterable<Buffer> };

/**
 * An archive as its files come, stored as they are, one after the other: no more than a chunk of them is
 * in memory. PKWARE's APPNOTE 6.3, with ZIP64 where the archive is beyond 4 GB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const stamp = timeStamp(entry.modifiedAt);
    const file: Written = { name, stamp, crc: 0, size: 0, offset };
    let head: Buffer | null = localHeader(file);
    offset += head.length;
    for await (const chunk of entry.open()) {
      // Not before the content begins: what cannot be opened is told while nothing of it has left.
      if (head) yield head;
      head = null;
      file.crc = crc32(chunk, file.crc);
      file.size += chunk.length;
      yield chunk;
    }
    if (head) yield head;
    const end = dataDescriptor(file);
    offset += file.size + end.length;
    written.push(file);
    yield end;
  }
  yield endOfArchive(written, offset);
}

/** How long the archive of these files is. */
export function zipSize(files: readonly { name: string; sizeBytes: number }[]): number {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, sizeBytes } of files) {
    const file: Written = { name: Buffer.from(name), stamp: timeStamp(new Date(0)), crc: 0, size: sizeBytes, offset };
    written.push(file);
    offset += localHeader(file).length + sizeBytes + dataDescriptor(file).length;
  }
  return offset + endOfArchive(written, offset).length;
}

const mostBytes = 0xffff_ffff;

function localHeader({ name, stamp }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(versionNeeded, 4);
  head.writeUInt16LE(flags, 6);
  stamp.copy(head, 10, 0, 4);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(stamp.length - 4, 28);
  return Buffer.concat([head, name, stamp.subarray(4)]);
}

function dataDescriptor({ crc, size }: Written): Buffer {
  if (size > mostBytes) throw new RangeError('A file of this archive has at most 4 GB');
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
