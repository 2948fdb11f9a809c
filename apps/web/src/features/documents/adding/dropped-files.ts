import type { Placed } from '../../../lib/uploads/add-documents.ts';

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder gives its entries by the hundred, until it gives none; one that holds nothing is passed on as it is. */
async function readFolder(folder: FileSystemDirectoryEntry, path: readonly string[]): Promise<Placed[]> {
  const reader = folder.createReader();
  const nextEntries = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const files: Placed[] = [];
  for (let entries = await nextEntries(); entries.length > 0; entries = await nextEntries()) {
    for (const entry of entries) files.push(...(await readEntry(entry, path)));
  }
  return files.length > 0 ? files : [{ path }];
}

/** Files that systems leave in folders (`.DS_Store`) are nobody's documents. */
async function readEntry(entry: FileSystemEntry, path: readonly string[]): Promise<Placed[]> {
  if (path.length > 0 && entry.name.startsWith('.')) return [];
  if (entry.isDirectory) return readFolder(entry as FileSystemDirectoryEntry, [...path, entry.name]);
  return [{ file: await readFile(entry as FileSystemFileEntry), path }];
}

/** The dropped files, those inside dropped folders too, and empty folders: each with the folders around it. */
export async function droppedFiles(transfer: DataTransfer): Promise<Placed[]> {
  // The entries are asked for at once: they are gone after the event.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = Array.from(transfer.files, (file): Placed => ({ file, path: [] }));
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const read = await Promise.all(entries.map((entry) => (entry ? readEntry(entry, []) : Promise.resolve([]))));
  return read.flat();
}
