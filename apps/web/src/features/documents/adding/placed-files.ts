import type { DropZoneProps } from 'react-aria-components/DropZone';
import type { Placed, PlacedFile } from '../../../lib/uploads/add-documents.ts';

type DropItem = Parameters<NonNullable<DropZoneProps['onDrop']>>[0]['items'][number];

/** Files that systems leave in folders (`.DS_Store`) are nobody's documents. */
const isOfSystem = (name: string) => name.startsWith('.') || ['Thumbs.db', 'desktop.ini'].includes(name);

/** The files of an input; those of a folder say where they are in it. */
export const placedFilesOf = (files: Iterable<File>): PlacedFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) })).filter(
    ({ file, path }) => path.length === 0 || ![file.name, ...path].some(isOfSystem),
  );

/** The files that were dropped on a zone, those inside folders too, and the folders that hold none. */
export async function readDropItems(items: Iterable<DropItem>, path: readonly string[] = []): Promise<Placed[]> {
  const read = await Promise.all(Array.from(items, (item) => readDropItem(item, path)));
  return read.flat();
}

async function readDropItem(item: DropItem, path: readonly string[]): Promise<Placed[]> {
  if (item.kind === 'text') return [];
  if (path.length > 0 && isOfSystem(item.name)) return [];
  if (item.kind === 'file') return [{ file: await item.getFile(), path }];
  const inside: DropItem[] = [];
  for await (const entry of item.getEntries()) inside.push(entry);
  const folder = [...path, item.name];
  const read = await readDropItems(inside, folder);
  return read.length > 0 ? read : [{ path: folder }];
}
