import type { DocumentType } from '@perenne/contract/documents';
import { listFolders } from '@perenne/contract/places';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddDocumentsTarget, Placed, PlacedFile } from '../../../lib/uploads/add-documents.ts';
import { categoriesQuery, foldersQuery } from '../../../lib/documents/document-queries.ts';
import { fileRefusal } from '../../../lib/uploads/upload-rules.ts';
import { type UploadFields, useUploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { placeLines } from '../arranging/place-tree.ts';
import { guessOf } from './guess-type.ts';
import { makeFolders } from './make-folders.ts';
import { roomUnder, withinRoom } from './new-folders.ts';

/** Each document goes where its type belongs. */
export const fitting = 'fitting';

/** The facts of files before they are sent: what each is, and where they go. */
export function useReview(chosen: readonly Placed[], target: AddDocumentsTarget) {
  const categories = useQuery(categoriesQuery).data?.items ?? [];
  const folders = useQuery(foldersQuery).data?.items ?? [];
  const lines = placeLines({ categories, folders });
  const hasFolders = chosen.some(({ path }) => path.length > 0);
  const [asked, setAsked] = useState<string>();
  const first = categories.find(({ kind }) => kind === 'other') ?? categories[0];
  // Folders have one place.
  const usual = target.folderId ?? target.categoryId ?? (hasFolders ? first?.id : fitting) ?? fitting;
  const placeKey = asked ?? usual;
  const line = lines.find(({ key }) => key === placeKey);
  const [types, setTypes] = useState<ReadonlyMap<number, DocumentType>>(new Map());
  const { placed, tooDeep } = withinRoom(chosen, line ? roomUnder(line.place, folders) : 0);
  const files = placed.filter((one): one is PlacedFile => one.file !== undefined);
  return {
    lines,
    hasFolders,
    placeKey,
    setPlaceKey: setAsked,
    line,
    placed,
    files,
    refused: files.filter(({ file }) => fileRefusal(file)).length,
    tooDeep: hasFolders ? tooDeep : 0,
    typeOf: (index: number) => types.get(index) ?? guessOf(files[index]?.file.name ?? '').type,
    setType: (index: number, type: DocumentType) => setTypes(new Map([...types, [index, type]])),
    /** The place of a file for which nobody chose one. */
    kindOf: (index: number) => (types.has(index) ? undefined : guessOf(files[index]?.file.name ?? '').kind),
    categories,
  };
}

export type Review = ReturnType<typeof useReview>;

/** Makes the folders, then hands the files over to the queue, but those that were refused already. */
export function useAdd(review: Review, onDone: () => void) {
  const queue = useUploadQueue();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ placed, files, line, typeOf, kindOf, categories }: Review) => {
      const placeOf = line && (await makeFolders(placed, line.place));
      const fieldsOf = ({ path }: PlacedFile, index: number): UploadFields => {
        const type = typeOf(index);
        const category = categories.find(({ kind }) => kind !== null && kind === kindOf(index));
        const place = placeOf?.(path) ?? (category && { categoryId: category.id }) ?? {};
        return { ...place, ...(type === 'AUDO' ? {} : { type }) };
      };
      const toAdd = files.map((one, index) => ({ file: one.file, fields: fieldsOf(one, index) }));
      queue.add(toAdd.filter(({ file }) => !fileRefusal(file)));
    },
    onSuccess: () => onDone(),
    onSettled: () => {
      if (review.hasFolders) void queries.invalidateQueries({ queryKey: [listFolders.id] });
    },
  });
}
