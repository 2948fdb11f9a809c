const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder gives its entries by the hundred, until it gives none. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const nextEntries = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const files: File[] = [];
  for (let entries = await nextEntries(); entries.length > 0; entries = await nextEntries()) {
    for (const entry of entries) files.push(...(await readEntry(entry)));
  }
  return files;
}

/** What systems leave in folders (`.DS_Store`) is nobody's document. */
async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isDirectory) return readFolder(entry as FileSystemDirectoryEntry);
  return [await readFile(entry as FileSystemFileEntry)];
}

/** The files that were dropped, those inside dropped folders too. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The entries are asked for at once: they are gone after the event.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const read = await Promise.all(entries.map((entry) => (entry ? readEntry(entry) : Promise.resolve([]))));
  return read.flat();
}
