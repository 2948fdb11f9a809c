import { limits } from '@perenne/contract/fields';
import type { Folder } from '@perenne/contract/places';
import type { PlacedFile } from '../../../lib/add-documents.ts';
import type { Place } from '../arranging/chosen.ts';

/** What a folder of the safe can be called (a control character or a mark of direction is left out). */
const cleanName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, limits.folderName)
    .trim() || '_';

/** Names that differ by case, accents or white space alone are the same, as on the server. */
const folded = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, ' ').replace(/\s+/g, ' ').trim().toLowerCase();

export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/** How many levels of folders a place can still take. */
export function roomUnder(place: Place, folders: readonly Folder[]): number {
  let depth = 0;
  const parentOf = (id: string) => folders.find((folder) => folder.id === id)?.parentId ?? null;
  let id = 'folderId' in place ? place.folderId : null;
  for (; id !== null; id = parentOf(id)) depth++;
  return Math.max(0, limits.folderDepth - depth);
}

/** The same files, none deeper than there is room for: what lies deeper goes into the last level. */
export function withinRoom(files: readonly PlacedFile[], room: number) {
  const placed = files.map(({ file, path }) => ({ file, path: path.slice(0, room).map(cleanName) }));
  return { placed, tooDeep: files.filter(({ path }) => path.length > room).length };
}

/** Tells two paths apart. */
export const keyOfPath = (path: readonly string[]): string => path.map(folded).join('/');

/** Every folder that the files stand in, the outer ones before those inside them. */
export function pathsOf(files: readonly PlacedFile[]): (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  for (const { path } of files) {
    for (let length = 1; length <= path.length; length++) {
      const part = path.slice(0, length);
      if (!paths.has(keyOfPath(part))) paths.set(keyOfPath(part), part);
    }
  }
  return [...paths.values()].sort((one, other) => one.length - other.length);
}
