import { isSame, type Bytes } from '../bytes.ts';
import { inflate } from '../inflate.ts';
import { Broken } from '../report.ts';

/** A file of an archive. Nothing of it is in memory before `read` is called. */
export type ArchiveFile = { name: string; sizeBytes: number; isStored: boolean; read(): Promise<Bytes> };

/** An entry as the directory at the end of the archive describes it. `end`: where the next one begins. */
type Entry = {
  rawName: Bytes;
  name: string;
  method: number;
  flags: number;
  /** The date and the time in the form of MS-DOS, as they are. */
  modified: number;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
  offset: number;
  end: number;
};

const signatures = {
  local: 0x0403_4b50,
  directory: 0x0201_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
  descriptor: 0x0807_4b50,
};
const methods = { stored: 0, deflated: 8 };
const isEncrypted = 1;
const hasDescriptor = 8;
/** The name is in UTF-8: without it, programs read other letters than those of ASCII each in its own way. */
const isUtf8 = 0x800;

/**
 * Reads the directory of a ZIP archive (APPNOTE 6.3, ZIP64 too) and returns the wanted files. Every byte of the archive
 * belongs to an entry, and no two entries share a name: two programs that open it see the same files.
 * @throws {Broken} archiveCut, nameTwice, entryUnreadable, bytesBetween
 */
export async function readZip(
  archive: Blob,
  file: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<ArchiveFile[]> {
  const place = await findDirectory(archive, file);
  const bytes = await readSlice(archive, place.offset, place.offset + place.size);
  const entries = readDirectory(bytes, place.count, file);
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  const [first] = inOrder;
  if (first && first.offset > 0) throw new Broken('bytesBetween', { file: first.name });
  for (const [index, entry] of inOrder.entries()) entry.end = inOrder[index + 1]?.offset ?? place.offset;
  const runs = runsOf(
    archive,
    inOrder.filter(({ name }) => isWanted(name)),
  );
  const reads = new Map(runs.flatMap((run) => run.entries.map((entry) => [entry, run] as const)));
  // An empty folder is there for whoever unpacks it: it counts as a file, which no list names.
  return entries.filter(({ name }) => isWanted(name)).map((entry) => toFile(entry, reads));
}

const toFile = (entry: Entry, runs: ReadonlyMap<Entry, Run>): ArchiveFile => ({
  name: entry.name,
  sizeBytes: entry.sizeBytes,
  isStored: entry.method === methods.stored,
  read: async () => readEntry(entry, (await runs.get(entry)?.take(entry)) ?? new Uint8Array()),
});

const runBytes = 4 * 1024 * 1024;

/**
 * Entries that are beside one another and are read from the disk at once: to ask the browser for each of ten thousand
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

  /** Begins to read. `take` awaits the same promise and throws what made it fail: here nobody waits for it. */
  prepare(): void {
    this.#load().catch(() => {});
  }
}

function runsOf(archive: Blob, inOrder: readonly Entry[]): Run[] {
  const runs: Run[] = [];
  for (const entry of inOrder) {
    const last = runs.at(-1);
    const isNext = last?.entries.at(-1)?.end === entry.offset;
    if (last && isNext && last.sizeBytes + (entry.end - entry.offset) <= runBytes) last.entries.push(entry);
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

/** The directory is right before the end of the archive, and nothing is between them or behind. */
async function findDirectory(archive: Blob, file: string): Promise<Place> {
  const cut = new Broken('archiveCut', { file });
  const endAt = archive.size - 22;
  if (endAt < 0) throw cut;
  const end = viewOf(await readSlice(archive, endAt, archive.size));
  const isPlain = end.getUint32(4, true) === 0 && end.getUint16(20, true) === 0;
  if (end.getUint32(0, true) !== signatures.end || !isPlain) throw cut;
  const short: Place = {
    count: end.getUint16(10, true),
    size: end.getUint32(12, true),
    offset: end.getUint32(16, true),
  };
  const isLarge = short.count === 0xffff || short.size === 0xffff_ffff || short.offset === 0xffff_ffff;
  const place = isLarge ? await readLargeEnd(archive, endAt, short) : short;
  const directoryEnd = isLarge ? endAt - largeEndBytes : endAt;
  if (!place || end.getUint16(8, true) !== short.count || place.offset + place.size !== directoryEnd) throw cut;
  return place;
}

/** An end of ZIP64 without further fields, and its locator (APPNOTE 4.3.14 and 4.3.15). */
const largeEndBytes = 56 + 20;

/** Null where the two ends do not say the same: programs differ in which of them they believe. */
async function readLargeEnd(archive: Blob, endAt: number, short: Place): Promise<Place | null> {
  const at = endAt - largeEndBytes;
  if (at < 0) return null;
  const view = viewOf(await readSlice(archive, at, endAt));
  const isEnd = view.getUint32(0, true) === signatures.end64 && getUint53(view, 4) === largeEndBytes - 20 - 12;
  const isLocated = view.getUint32(56, true) === signatures.locator64 && getUint53(view, 64) === at;
  const place = { count: getUint53(view, 32), size: getUint53(view, 40), offset: getUint53(view, 48) };
  const agrees =
    getUint53(view, 24) === place.count &&
    [0xffff, place.count].includes(short.count) &&
    [0xffff_ffff, place.size].includes(short.size) &&
    [0xffff_ffff, place.offset].includes(short.offset);
  return isEnd && isLocated && agrees ? place : null;
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
      modified: view.getUint32(at + 12, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      sizeBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    const extra = bytes.slice(nameEnd, extraEnd);
    readLargeNumbers(entry, extra);
    const isLink = isNeitherFileNorFolder(view.getUint32(at + 38, true));
    const isClear = (entry.flags & isUtf8) !== 0 || rawName.every((byte) => byte < 0x80);
    const isOdd = isLink || !isClear || hasOtherName(extra) || (name.endsWith('/') && entry.packedBytes > 0);
    if (isOdd || view.getUint16(at + 32, true) > 0) throw new Broken('entryUnreadable', { file: name });
    entries.push(entry);
    at = extraEnd;
  }
  if (at !== bytes.length) throw new Broken('archiveCut', { file });
  return entries;
}

/** Names that are no UTF-8 are on no list, and are reported as such. So are those with a byte order mark. */
const decodeName = (raw: Bytes): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw);

/** Some programs take the name of a field (Info-ZIP, 0x7075) for that of the file: here one name is read. */
function hasOtherName(extra: Bytes): boolean {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 0x7075) return true;
  return false;
}

/** The ZIP64 field (APPNOTE 4.5.3) holds, in this order, the numbers that did not fit into four bytes. */
function readLargeNumbers(entry: Pick<Entry, 'sizeBytes' | 'packedBytes' | 'offset'>, extra: Bytes): void {
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
  const unreadable = () => new Broken('entryUnreadable', { file: entry.name });
  const view = viewOf(bytes);
  if (bytes.length < 30 || view.getUint32(0, true) !== signatures.local) throw unreadable();
  const nameEnd = 30 + view.getUint16(26, true);
  const start = nameEnd + view.getUint16(28, true);
  const end = start + entry.packedBytes;
  if (end > bytes.length || !isSame(bytes.subarray(30, nameEnd), entry.rawName)) throw unreadable();
  const inFront = { sizeBytes: view.getUint32(22, true), packedBytes: view.getUint32(18, true), offset: 0 };
  readLargeNumbers(inFront, bytes.slice(nameEnd, start));
  if (!isEndOfEntry(view, end, { entry, inFront })) throw new Broken('bytesBetween', { file: entry.name });
  const isSameMethod = view.getUint16(6, true) === entry.flags && view.getUint16(8, true) === entry.method;
  const isSameTime = view.getUint32(10, true) === entry.modified;
  const isOdd = !isSameMethod || !isSameTime || hasOtherName(bytes.slice(nameEnd, start));
  if ((entry.flags & isEncrypted) !== 0 || isOdd) throw unreadable();
  const packed = bytes.subarray(start, end);
  const content = entry.method === methods.deflated ? await inflate(packed, 'deflate-raw', entry.sizeBytes) : packed;
  if (content === null || content.length !== entry.sizeBytes) throw unreadable();
  if (entry.method !== methods.stored && entry.method !== methods.deflated) throw unreadable();
  return content;
}

/** As the directory describes it, and the sizes that its own header gives. */
type Described = { entry: Entry; inFront: { sizeBytes: number; packedBytes: number } };

/**
 * Whether the entry ends with its content, or with a descriptor that says of it what the directory does: with or without
 * its signature, in ZIP64 or not. A program that reads from the front believes the header, or the descriptor.
 */
function isEndOfEntry(view: DataView, end: number, { entry, inFront }: Described): boolean {
  const { flags, crc, packedBytes, sizeBytes } = entry;
  const length = view.byteLength - end;
  // In front of a descriptor the header may leave its fields empty.
  const unknown = (flags & hasDescriptor) === 0 ? [] : [0];
  const isSameInFront =
    [...unknown, crc].includes(view.getUint32(14, true)) &&
    [...unknown, packedBytes].includes(inFront.packedBytes) &&
    [...unknown, sizeBytes].includes(inFront.sizeBytes);
  if (!isSameInFront) return false;
  if ((flags & hasDescriptor) === 0) return length === 0;
  if (![12, 16, 20, 24].includes(length)) return false;
  const hasSignature = length % 8 === 0;
  const [at, isLarge] = [hasSignature ? end + 4 : end, length >= 20];
  const [packed, size] = isLarge
    ? [getUint53(view, at + 4), getUint53(view, at + 12)]
    : [view.getUint32(at + 4, true), view.getUint32(at + 8, true)];
  const isSigned = !hasSignature || view.getUint32(end, true) === signatures.descriptor;
  return isSigned && view.getUint32(at, true) === crc && packed === packedBytes && size === sizeBytes;
}

const fileKinds = { mask: 0o170000, file: 0o100000, folder: 0o040000 };

/** By the external attributes, of which programs of Unix keep the kind of a file: a link leads elsewhere once unpacked. */
function isNeitherFileNorFolder(attributes: number): boolean {
  const kind = (attributes >>> 16) & fileKinds.mask;
  return ![0, fileKinds.file, fileKinds.folder].includes(kind);
}

const readSlice = async (archive: Blob, from: number, to: number): Promise<Bytes> =>
  new Uint8Array(await archive.slice(from, to).arrayBuffer());

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const getUint53 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));
