import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import CFB from 'cfb';
import { zipSync, type Zippable } from 'fflate';
import sharp from 'sharp';

/** Files of one kind or another, made for what shows their kind: where it lies, and what merely looks like it. */

export const classes = {
  word: '0609020000000000c000000000000046',
  excel: '2008020000000000c000000000000046',
  powerPoint: '108d81649b4fcf1186ea00aa00b929e8',
  outlook: '0b0d020000000000c000000000000046',
};

/** A compound file with streams of so many bytes, at paths below its root, and the class of a program or none. */
export function compoundFile(streams: Record<string, number>, kind?: keyof typeof classes): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_del(file, '/\u0001Sh33tJ5');
  for (const [path, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${path}`, randomBytes(bytes));
  const [root] = file.FileIndex;
  if (root && kind) root.clsid = classes[kind];
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer);
}

export const noise = (bytes: number): [Uint8Array, { level: 0 }] => [randomBytes(bytes), { level: 0 }];

export const archiveOf = (parts: Zippable): Buffer => Buffer.from(zipSync(parts));

/** A scan of noise, whose directory libtiff writes behind it. */
export const scanIn = (compression: 'lzw' | 'ccittfax4' | 'none' | 'deflate', side = 500): Promise<Buffer> =>
  sharp(randomBytes(side * side), { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression, ...(compression === 'ccittfax4' && { bitdepth: 1 }) })
    .toBuffer();

/** The same scan as BigTIFF would begin, its directory far away. */
export function bigTiff(bytesBefore: number): Buffer {
  const head = Buffer.alloc(16);
  head.write('II+\0', 'latin1');
  head.writeUInt16LE(8, 4);
  head.writeBigUInt64LE(BigInt(16 + bytesBefore), 8);
  const directory = Buffer.alloc(8 + 2 * 20 + 8);
  directory.writeBigUInt64LE(2n, 0);
  for (const [index, tag] of [256, 257].entries()) {
    directory.writeUInt16LE(tag, 8 + index * 20);
    directory.writeUInt16LE(4, 10 + index * 20);
    directory.writeBigUInt64LE(1n, 12 + index * 20);
    directory.writeUInt32LE(1, 20 + index * 20);
  }
  return Buffer.concat([head, randomBytes(bytesBefore), directory]);
}

/** A PNG that says, before its picture, how many it has. */
export async function movingPng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const at = png.indexOf('IDAT') - 4;
  const body = Buffer.from('acTL\0\0\0\u0001\0\0\0\0', 'latin1');
  const chunk = Buffer.alloc(4 + body.length + 4);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

/** The first box of a picture in the format of ISO 14496-12, and nothing that could be drawn. */
export function brandedFile(...brands: string[]): Buffer {
  const [major = '', ...others] = brands;
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${others.join('')}`, 'latin1');
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(6_000)]);
}
