import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/**
 * The fonts that documents embed, as sfnt files. They hold Latin 1, œ, € and typographic signs, not
 * U+202F; `textMore` and `strongMore` hold the other Latin letters, as in Łukasz or Ştefan.
 */
export type Fonts = { text: Buffer; strong: Buffer; title: Buffer; textMore: Buffer; strongMore: Buffer };

/** To be read once: each use of a WOFF file would unpack it again, slowly. */
export async function readFonts(): Promise<Fonts> {
  const [text, strong, title, textMore, strongMore] = await Promise.all([
    readFont('figtree/files/figtree-latin-400-normal.woff'),
    readFont('figtree/files/figtree-latin-600-normal.woff'),
    readFont('bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
    readFont('figtree/files/figtree-latin-ext-400-normal.woff'),
    readFont('figtree/files/figtree-latin-ext-600-normal.woff'),
  ]);
  return { text, strong, title, textMore, strongMore };
}

const readFont = async (name: string): Promise<Buffer> =>
  unpackWoff(await readFile(createRequire(import.meta.url).resolve(`@fontsource/${name}`)));

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** WOFF 1.0 (W3C) is an sfnt file whose tables are deflated one by one. */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(sfntHeaderBytes + count * sfntEntryBytes);
  writeHeader(directory, woff.readUInt32BE(4), count);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let at = 0; at < count; at += 1) {
    const entry = woff.subarray(woffHeaderBytes + at * woffEntryBytes);
    const table = unpackTable(woff, entry);
    const target = directory.subarray(sfntHeaderBytes + at * sfntEntryBytes);
    entry.copy(target, 0, 0, 4);
    target.writeUInt32BE(entry.readUInt32BE(16), 4);
    target.writeUInt32BE(offset, 8);
    target.writeUInt32BE(table.length, 12);
    const padding = -table.length & 3;
    tables.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat([directory, ...tables]);
}

function unpackTable(woff: Buffer, entry: Buffer): Buffer {
  const [offset, packedBytes, plainBytes] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
  const packed = woff.subarray(offset, offset + packedBytes);
  return packedBytes < plainBytes ? inflateSync(packed) : packed;
}

function writeHeader(directory: Buffer, flavour: number, count: number): void {
  const power = Math.floor(Math.log2(count));
  directory.writeUInt32BE(flavour, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
}
