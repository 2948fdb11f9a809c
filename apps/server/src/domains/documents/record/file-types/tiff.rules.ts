import type { ByteRange, ContentEnds } from '../../upload/content-ends.ts';

/** The order of its bytes, and whether its numbers have eight bytes, as BigTIFF has them. */
type Layout = { isLittle: boolean; isBig: boolean };

function layoutOf(head: Buffer): Layout | null {
  const mark = head.toString('latin1', 0, 4);
  if (mark === 'II*\0' || mark === 'II+\0') return { isLittle: true, isBig: mark[2] === '+' };
  if (mark === 'MM\0*' || mark === 'MM\0+') return { isLittle: false, isBig: mark[3] === '+' };
  return null;
}

const mostTags = 200;

/** The place that the file names for its first directory: scanners write it last. Null if the file is no TIFF. */
export function imageDirectoryRange(head: Buffer): ByteRange | null {
  const layout = layoutOf(head);
  if (!layout || head.length < 16) return null;
  const from = layout.isBig ? wide(head, 8, layout) : narrow(head, 4, layout);
  return { from, bytes: 8 + mostTags * 20 };
}

const narrow = (bytes: Buffer, at: number, { isLittle }: Layout): number =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
const wide = (bytes: Buffer, at: number, { isLittle }: Layout): number =>
  Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
const short = (bytes: Buffer, at: number, { isLittle }: Layout): number =>
  isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);

/** DNGVersion: the raw data of a camera. */
const rawVersion = 50_706;

/** Whether its first directory is there. One that describes no picture is a damaged TIFF, which its owner may keep. */
export function isTiff(ends: ContentEnds): boolean {
  const [layout, range] = [layoutOf(ends.head()), imageDirectoryRange(ends.head())];
  const directory = range && ends.read(range);
  if (!layout || !directory) return false;
  return directory.length > 1 && !tagsOf(directory, layout).has(rawVersion);
}

function tagsOf(directory: Buffer, layout: Layout): Set<number> {
  const [headBytes, tagBytes] = layout.isBig ? [8, 20] : [2, 12];
  if (directory.length < headBytes) return new Set();
  const count = layout.isBig ? wide(directory, 0, layout) : short(directory, 0, layout);
  const held = Math.floor((directory.length - headBytes) / tagBytes);
  const read = Array.from({ length: Math.min(count, held, mostTags) }, (_, index) =>
    short(directory, headBytes + index * tagBytes, layout),
  );
  return new Set(read);
}
