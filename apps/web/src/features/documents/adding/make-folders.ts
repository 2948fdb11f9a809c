import { createFolder } from '@perenne/contract/arranging';
import { type Folder, listFolders } from '@perenne/contract/places';
import type { Placed } from '../../../lib/uploads/add-documents.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { readWholeList } from '../../../lib/api/whole-list.ts';
import type { Place } from '../arranging/chosen.ts';
import { isSameName, keyOfPath, pathsOf } from './new-folders.ts';

/**
 * Makes in the safe the folders that hold the files on the device, and those that hold none, where they are not there
 * already; returns the place of each file.
 */
export async function makeFolders(
  placed: readonly Placed[],
  place: Place,
): Promise<(path: readonly string[]) => Place> {
  const places = new Map<string, Place>([['', place]]);
  const placeOf = (path: readonly string[]) => places.get(keyOfPath(path)) ?? place;
  const paths = pathsOf(placed);
  if (paths.length === 0) return placeOf;
  let { items: known } = await readFolders();
  for (const path of paths) {
    const parent = placeOf(path.slice(0, -1));
    const name = path.at(-1) ?? '';
    // Each is in the one before.
    const made = find(known, parent, name) ?? (await create(parent, name));
    known = [...known, made];
    places.set(keyOfPath(path), { folderId: made.id });
  }
  return placeOf;
}

/** As they are now, whatever the page has read. */
const readFolders = () => readWholeList((query) => call(listFolders, { query }));

const find = (folders: readonly Folder[], parent: Place, name: string): Folder | undefined =>
  folders.find(
    (folder) =>
      isSameName(folder.name, name) &&
      ('folderId' in parent
        ? folder.parentId === parent.folderId
        : folder.parentId === null && folder.categoryId === parent.categoryId),
  );

async function create(parent: Place, name: string): Promise<Folder> {
  const body = 'folderId' in parent ? { name, parentId: parent.folderId } : { name, categoryId: parent.categoryId };
  try {
    return await call(createFolder, { body });
  } catch (error) {
    // Another window was quicker: one is as good as the other.
    if (!isApiError(error, 'FolderAlreadyExists')) throw error;
    const { items } = await readFolders();
    const there = find(items, parent, name);
    if (!there) throw error;
    return there;
  }
}
