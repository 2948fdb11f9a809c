import { type Document, employerTypes } from '@perenne/contract/documents';
import type { Folder } from '@perenne/contract/places';

/** The items to be moved, deleted or restored, at once. */
export interface Chosen {
  documents: readonly Document[];
  folders: readonly Pick<Folder, 'id' | 'name'>[];
}

export const countOf = ({ documents, folders }: Chosen): number => documents.length + folders.length;

/** As the server's calls name it. */
export const namesOf = ({ documents, folders }: Chosen) => ({
  documents: documents.map(({ id }) => id),
  folders: folders.map(({ id }) => id),
});

/** Payslips and exit documents, which nobody deposits twice. */
export const holdsOriginals = ({ documents }: Chosen): boolean =>
  documents.some(({ type }) => employerTypes.includes(type));

export type Place = { categoryId: string } | { folderId: string };

export const placeOf = ({ categoryId, folderId }: Document): Place =>
  folderId === null ? { categoryId } : { folderId };
export const keyOf = (place: Place) => ('folderId' in place ? place.folderId : place.categoryId);

/** The documents by their places, to put each back there. */
export function byPlace(documents: readonly Document[]): { to: Place; documents: Document[] }[] {
  const groups = new Map<string, { to: Place; documents: Document[] }>();
  for (const document of documents) {
    const to = placeOf(document);
    const group = groups.get(keyOf(to)) ?? { to, documents: [] };
    group.documents.push(document);
    groups.set(keyOf(to), group);
  }
  return [...groups.values()];
}
