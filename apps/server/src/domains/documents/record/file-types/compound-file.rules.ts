import type { ByteRange, ContentEnds } from '../../upload/content-ends.ts';

/** The programs whose documents are compound files ([MS-CFB]), by the extension that a safe takes. */
export type CompoundKind = 'doc' | 'xls' | 'ppt';

export const isCompoundKind = (extension: string): extension is CompoundKind =>
  ['doc', 'xls', 'ppt'].includes(extension);

const headerBytes = 512;
const entryBytes = 128;
/** 32 sectors of the older and 4 of the newer version: 128 entries, and a document has some ten. */
const directoryBytes = 16_384;
const mostEntries = 1_024;
/** Numbers above are no sectors and no entries, but marks: free, end, none. */
const greatest = 0xffff_fff9;
const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** [MS-CFB] 2.2: the size of a sector, and the first of the directory. */
type Header = { sectorBytes: number; first: number; tables: number[] };

function headerOf(head: Buffer): Header | null {
  if (head.length < headerBytes || !head.subarray(0, 8).equals(signature)) return null;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const tables = Array.from({ length: 109 }, (_, index) => head.readUInt32LE(76 + index * 4));
  return { sectorBytes: 2 ** shift, first: head.readUInt32LE(48), tables };
}

const placeOf = (sector: number, sectorBytes: number): number => (sector + 1) * sectorBytes;

/** The place of the directory; null if the beginning is not that of a compound file. */
export function directoryRange(head: Buffer): ByteRange | null {
  const header = headerOf(head);
  return header && header.first <= greatest
    ? { from: placeOf(header.first, header.sectorBytes), bytes: directoryBytes }
    : null;
}

/** The program whose document it is, by the class of its root or the streams below it; null where it is another's. */
export function compoundKindOf(ends: ContentEnds): CompoundKind | null {
  const header = headerOf(ends.head());
  const entries = header ? readEntries(header, ends) : [];
  const [root] = entries;
  if (root?.type !== entryTypes.root) return null;
  return kindsByClass[root.class] ?? kindOfStreams(entries, root);
}

const entryTypes = { stream: 2, root: 5 };

/** Class identifiers in the order of their bytes: of Word 6 and 97, Excel 5 and 97, PowerPoint 95 and 97. */
const kindsByClass: Record<string, CompoundKind> = {
  '0009020000000000c000000000000046': 'doc',
  '0609020000000000c000000000000046': 'doc',
  '1008020000000000c000000000000046': 'xls',
  '2008020000000000c000000000000046': 'xls',
  '70ae7bea3bfbcd11a90300aa00510ea3': 'ppt',
  '108d81649b4fcf1186ea00aa00b929e8': 'ppt',
};

const kindsByStream: Record<string, CompoundKind> = {
  ...{ WordDocument: 'doc', Workbook: 'xls', Book: 'xls' },
  'PowerPoint Document': 'ppt',
};

type DirectoryEntry = { name: string; type: number; class: string; left: number; right: number; child: number };

/** Follows the chain of the directory, as far as it is known: each sector is read once, and there are few. */
function readEntries({ sectorBytes, first, tables }: Header, ends: ContentEnds): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  const seen = new Set<number>();
  for (let sector = first; sector <= greatest && !seen.has(sector) && entries.length < mostEntries;) {
    seen.add(sector);
    const bytes = ends.read({ from: placeOf(sector, sectorBytes), bytes: sectorBytes });
    if (bytes?.length !== sectorBytes) break;
    for (let at = 0; at < sectorBytes; at += entryBytes) entries.push(readEntry(bytes.subarray(at, at + entryBytes)));
    sector = sectorAfter(sector, { sectorBytes, tables }, ends);
  }
  return entries;
}

/** By the table that names it; where that is not known, the next one, as programs write a directory in one piece. */
function sectorAfter(sector: number, { sectorBytes, tables }: Omit<Header, 'first'>, ends: ContentEnds): number {
  const perTable = sectorBytes / 4;
  const table = tables[Math.floor(sector / perTable)] ?? greatest + 1;
  if (table > greatest) return sector + 1;
  const next = ends.read({ from: placeOf(table, sectorBytes) + (sector % perTable) * 4, bytes: 4 });
  return next?.length === 4 ? next.readUInt32LE(0) : sector + 1;
}

/** [MS-CFB] 2.6.1 */
function readEntry(bytes: Buffer): DirectoryEntry {
  const nameBytes = Math.min(Math.max(bytes.readUInt16LE(64) - 2, 0), 62);
  return {
    name: bytes.toString('utf16le', 0, nameBytes),
    type: bytes[66] ?? 0,
    class: bytes.toString('hex', 80, 96),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
  };
}

/** Looks at the streams of the root alone: a message may have a letter inside of it, in a storage of its own. */
function kindOfStreams(entries: DirectoryEntry[], root: DirectoryEntry): CompoundKind | null {
  const seen = new Set<number>();
  const waiting = [root.child];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id];
    if (!entry || seen.has(id)) continue;
    seen.add(id);
    const kind = entry.type === entryTypes.stream ? kindsByStream[entry.name] : undefined;
    if (kind) return kind;
    waiting.push(entry.left, entry.right);
  }
  return null;
}
