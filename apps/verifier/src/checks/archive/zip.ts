import { concat, isSame, type Bytes } from '../bytes.ts';
import { Broken } from '../report.ts';

/** A file of an archive. Nothing of it is in memory before `read` is called. */
export type ArchiveFile = { name: string; sizeBytes: number; isStored: boolean; read(): Promise<Bytes> };

/** An entry as the directory at the end of the archive describes it. `end`: where the next one begins. */
type Entry = {
  rawName: Bytes;
  name: string;
  method: number;
  flags: number;
  packedBytes: number;
  sizeBytes: number;
  offset: number;
  end: number;
};

const signatures = { local: 0x0403_4b50, directory: 0x0201_4b50, end: 0x0605_4b50, end64: 0x0606_4b50 };
const methods = { stored: 0, deflated: 8 };
const isEncrypted = 1;

/**
 * Reads the directory of a ZIP archive (APPNOTE 6.3, ZIP64 too). Every byte of the archive belongs to an entry, and no
 * two entries share a name: two programs that open it see the same files.
 * @throws {Broken} archiveCut, nameTwice, entryUnreadable, bytesBetween
 */
export async function readZip(archive: Blob, file: string): Promise<ArchiveFile[]> {
  const place = await findDirectory(archive, file);
  const bytes = await readSlice(archive, place.offset, place.offset + place.size);
  const entries = readDirectory(bytes, place.count, file);
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  const [first] = inOrder;
  if (first && first.offset > 0) throw new Broken('bytesBetween', { file: first.name });
  for (const [index, entry] of inOrder.entries()) entry.end = inOrder[index + 1]?.offset ?? place.offset;
  const reads = new Map(runsOf(archive, inOrder).flatMap((run) => run.entries.map((entry) => [entry, run] as const)));
  return entries.filter(({ name }) => !name.endsWith('/')).map((entry) => toFile(entry, reads));
}

const toFile = (entry: Entry, runs: ReadonlyMap<Entry, Run>): ArchiveFile => ({
  name: entry.name,
  sizeBytes: entry.sizeBytes,
  isStored: entry.method === methods.stored,
  read: async () => readEntry(entry, (await runs.get(entry)?.take(entry)) ?? new Uint8Array()),
});

const runBytes = 4 * 1024 * 1024;

/**
 * Entries that stand beside one another and are read from the disk at once: to ask the browser for each of ten thousand
 * takes longer than their digests. The next run is read while this one is worked on.
 */
class Run {
  readonly entries: Entry[] = [];
  next: Run | null = null;
  readonly #archive: Blob;
  #bytes: Promise<Bytes> | null = null;
  #left = 0;

  constructor(archive: Blob) {
    this.#archive = archive;
  }

  get sizeBytes(): number {
    return (this.entries.at(-1)?.end ?? 0) - this.#offset;
  }

  get #offset(): number {
    return this.entries[0]?.offset ?? 0;
  }

  #load(): Promise<Bytes> {
    if (!this.#bytes) this.#left = this.entries.length;
    this.#bytes ??= readSlice(this.#archive, this.#offset, this.#offset + this.sizeBytes);
    return this.#bytes;
  }

  /** The bytes of one entry, its header included. Those of the run are let go with the last. */
  async take(entry: Entry): Promise<Bytes> {
    const loading = this.#load();
    if (this.#left === this.entries.length) this.next?.prepare();
    this.#left -= 1;
    if (this.#left === 0) this.#bytes = null;
    const bytes = await loading;
    return bytes.subarray(entry.offset - this.#offset, entry.end - this.#offset);
  }

  /** A failure is told to who takes an entry. */
  prepare(): void {
    this.#load().catch(() => {});
  }
}

function runsOf(archive: Blob, inOrder: readonly Entry[]): Run[] {
  const runs: Run[] = [];
  for (const entry of inOrder) {
    const last = runs.at(-1);
    if (last && last.sizeBytes + (entry.end - entry.offset) <= runBytes) last.entries.push(entry);
    else {
      const run = new Run(archive);
      run.entries.push(entry);
      if (last) last.next = run;
      runs.push(run);
    }
  }
  return runs;
}

type Place = { count: number; size: number; offset: number };

async function findDirectory(archive: Blob, file: string): Promise<Place> {
  const cut = new Broken('archiveCut', { file });
  const tailBytes = Math.min(archive.size, 22 + 20 + 0xffff);
  const tailAt = archive.size - tailBytes;
  const tail = viewOf(await readSlice(archive, tailAt, archive.size));
  let at = tailBytes - 22;
  while (at >= 0 && tail.getUint32(at, true) !== signatures.end) at -= 1;
  if (at < 0 || at + 22 + tail.getUint16(at + 20, true) !== tailBytes) throw cut;
  const short: Place = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  const isLarge = short.count === 0xffff || short.size === 0xffff_ffff || short.offset === 0xffff_ffff;
  if (isLarge && at < 20) throw cut;
  const place = isLarge ? await readLargeEnd(archive, getUint53(tail, at - 20 + 8)) : short;
  if (!place || place.offset + place.size > tailAt + at) throw cut;
  return place;
}

async function readLargeEnd(archive: Blob, at: number): Promise<Place | null> {
  const bytes = await readSlice(archive, at, at + 56);
  if (bytes.length < 56) return null;
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== signatures.end64) return null;
  return { count: getUint53(view, 32), size: getUint53(view, 40), offset: getUint53(view, 48) };
}

function readDirectory(bytes: Bytes, count: number, file: string): Entry[] {
  const view = viewOf(bytes);
  const names = new Set<string>();
  const entries: Entry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== signatures.directory)
      throw new Broken('archiveCut', { file });
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const rawName = bytes.slice(at + 46, nameEnd);
    const name = decodeName(rawName);
    if (names.has(name)) throw new Broken('nameTwice', { file: name });
    names.add(name);
    const entry = {
      ...{ rawName, name, end: 0 },
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      sizeBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    readLargeNumbers(entry, bytes.slice(nameEnd, extraEnd));
    entries.push(entry);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Names that are no UTF-8 are shown as they can be: they are on no list, and are told as such. */
const decodeName = (raw: Bytes): string => new TextDecoder().decode(raw);

/** The ZIP64 field (APPNOTE 4.5.3) holds, in this order, the numbers that did not fit into four bytes. */
function readLargeNumbers(entry: Entry, extra: Bytes): void {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    for (const field of ['sizeBytes', 'packedBytes', 'offset'] as const) {
      if (entry[field] !== 0xffff_ffff || next + 8 > extra.length) continue;
      entry[field] = getUint53(view, next);
      next += 8;
    }
  }
}

/** The content, out of the bytes of an entry: what header and directory say must agree. */
async function readEntry(entry: Entry, bytes: Bytes): Promise<Bytes> {
  const unreadable = new Broken('entryUnreadable', { file: entry.name });
  const view = viewOf(bytes);
  if (bytes.length < 30 || view.getUint32(0, true) !== signatures.local) throw unreadable;
  const nameEnd = 30 + view.getUint16(26, true);
  const start = nameEnd + view.getUint16(28, true);
  const end = start + entry.packedBytes;
  if (end > bytes.length || !isSame(bytes.subarray(30, nameEnd), entry.rawName)) throw unreadable;
  // A data descriptor may follow: with or without its signature, in ZIP64 or not.
  if (![0, 12, 16, 20, 24].includes(bytes.length - end)) throw new Broken('bytesBetween', { file: entry.name });
  if ((entry.flags & isEncrypted) !== 0 || view.getUint16(8, true) !== entry.method) throw unreadable;
  const packed = bytes.subarray(start, end);
  const content = entry.method === methods.deflated ? await inflate(packed, 'deflate-raw') : packed;
  if (content === null || content.length !== entry.sizeBytes) throw unreadable;
  if (entry.method !== methods.stored && entry.method !== methods.deflated) throw unreadable;
  return content;
}

/** Null where the bytes are not what the format says. */
export async function inflate(bytes: Bytes, format: 'deflate' | 'deflate-raw'): Promise<Bytes | null> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of chunksOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))))
      parts.push(part);
  } catch {
    return null;
  }
  return concat(...parts);
}

/** Safari does not iterate over streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

const readSlice = async (archive: Blob, from: number, to: number): Promise<Bytes> =>
  new Uint8Array(await archive.slice(from, to).arrayBuffer());

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const getUint53 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));
