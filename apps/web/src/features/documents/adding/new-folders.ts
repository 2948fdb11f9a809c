import { limits } from '@perenne/contract/fields';
import { foldName, hasVisibleSign } from '@perenne/contract/names';
import type { Folder } from '@perenne/contract/places';
import type { Placed } from '../../../lib/uploads/add-documents.ts';
import type { Place } from '../arranging/chosen.ts';

/** Returns a name that a folder of the safe can have (a control character or a mark of direction is left out). */
function cleanName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, limits.folderName)
    .trim();
  return hasVisibleSign(clean) ? clean : '_';
}

export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** How many levels of folders a place can still take. */
export function roomUnder(place: Place, folders: readonly Folder[]): number {
  let depth = 0;
  const parentOf = (id: string) => folders.find((folder) => folder.id === id)?.parentId ?? null;
  let id = 'folderId' in place ? place.folderId : null;
  for (; id !== null; id = parentOf(id)) depth++;
  return Math.max(0, limits.folderDepth - depth);
}

/** The same, none deeper than there is room for: what lies deeper goes into the last level. */
export function withinRoom<Each extends Placed>(all: readonly Each[], room: number) {
  const placed = all.map((one): Each => ({ ...one, path: one.path.slice(0, room).map(cleanName) }));
  return { placed, tooDeep: all.filter(({ file, path }) => file && path.length > room).length };
}

/** The same key for the same path alone. */
export const keyOfPath = (path: readonly string[]): string => path.map(foldName).join('/');

/** Every folder that holds the files, and those that hold none, the outer ones before those inside them. */
export function pathsOf(placed: readonly Placed[]): (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  for (const { path } of placed) {
    for (let length = 1; length <= path.length; length++) {
      const part = path.slice(0, length);
      if (!paths.has(keyOfPath(part))) paths.set(keyOfPath(part), part);
    }
  }
  return [...paths.values()].sort((one, other) => one.length - other.length);
}
