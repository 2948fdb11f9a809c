import { inflateRawSync } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { ByteRange, ContentEnds } from '../../upload/content-ends.ts';

/** The parts that an archive names in its directory; one of them is read where its bytes are known. */
export type ZipParts = {
  names: ReadonlySet<string>;
  /** The plain bytes, or their first `longestPartBytes`; null where the archive has no such part, or it is not known. */
  read(name: string): Promise<Buffer | null>;
};

const longestPartBytes = 1_000_000;
const mostParts = 65_535;

/** Null where there is no directory, it is damaged, or it does not lie in what is known. */
export async function readZipParts(ends: ContentEnds): Promise<ZipParts | null> {
  const sizeBytes = endOfArchive(ends);
  if (sizeBytes === null) return null;
  const entries = new Map<string, Entry>();
  let archive: ZipFile;
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
    archive = await fromRandomAccessReaderPromise(new KnownBytesReader(ends), sizeBytes, options);
    if (archive.entryCount > mostParts) return null;
    for await (const entry of archive.eachEntry()) entries.set(nameOf(entry), entry);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
  return {
    names: new Set(entries.keys()),
    read: async (name) => {
      const entry = entries.get(name);
      return entry ? readPart(archive, entry, ends) : null;
    },
  };
}

/** Names of parts are compared without regard to case (ECMA-376-2, 6.2.2.3). Some programs write the folders of Windows. */
const nameOf = ({ fileNameRaw }: Entry): string => fileNameRaw.toString('utf8').replaceAll('\\', '/').toLowerCase();

const endMark = Buffer.from('504b0506', 'hex');
const endBytes = 22;

/** The end of the archive: some files have a few bytes more, and each program opens them. */
function endOfArchive(ends: ContentEnds): number | null {
  const tail = ends.tail();
  const at = tail.lastIndexOf(endMark);
  if (at < 0 || at + endBytes > tail.length) return null;
  const end = at + endBytes + tail.readUInt16LE(at + 20);
  return end > tail.length ? null : ends.sizeBytes - tail.length + end;
}

async function readPart(archive: ZipFile, entry: Entry, ends: ContentEnds): Promise<Buffer | null> {
  if (entry.isEncrypted() || entry.compressedSize > longestPartBytes) return null;
  try {
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
    const stored = readWhole(ends, { from: fileDataStart, bytes: entry.compressedSize });
    if (stored === null || entry.compressionMethod === 0) return stored;
    return entry.compressionMethod === 8 ? inflateRawSync(stored, { maxOutputLength: longestPartBytes }) : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function readWhole(ends: ContentEnds, range: ByteRange): Buffer | null {
  const bytes = range.bytes === 0 ? Buffer.alloc(0) : ends.read(range);
  return bytes?.length === range.bytes ? bytes : null;
}

/** Gives the library what is known of a content. The rest is an error: what the archive claims is never believed. */
class KnownBytesReader extends RandomAccessReader {
  readonly #ends: ContentEnds;

  constructor(ends: ContentEnds) {
    super();
    this.#ends = ends;
  }

  override read(...[into, offset, bytes, from, callback]: Parameters<RandomAccessReader['read']>): void {
    const known = readWhole(this.#ends, { from, bytes });
    known?.copy(into, offset);
    // Not at once: thousands of entries would be as many calls inside of each other.
    setImmediate(callback, known ? null : new RangeError('these bytes are not known'));
  }
}
