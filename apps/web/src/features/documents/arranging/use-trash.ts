import { listTrash } from '@perenne/contract/trash';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useNotify } from '../../../ui/notifications.tsx';
import type { Chosen } from './chosen.ts';
import { useRestore } from './use-arranging.ts';

const trashQuery = infiniteQueryOptions({
  queryKey: [listTrash.id, 'all'] as const,
  queryFn: ({ pageParam, signal }) => call(listTrash, { query: { limit: 100, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** What is in the trash: folders whole, which come with the first page, and documents by themselves. */
export function useTrash() {
  const query = useInfiniteQuery(trashQuery);
  const [first] = query.data?.pages ?? [];
  const documents = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const folders = first?.folders ?? [];
  return { query, documents, folders, total: (first?.total ?? 0) + folders.length };
}

/** What is ticked of it. */
export function useTicked({ documents, folders }: Chosen) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const ticked = {
    documents: documents.filter(({ id }) => ids.has(id)),
    folders: folders.filter(({ id }) => ids.has(id)),
  };
  const all = [...documents, ...folders].map(({ id }) => id);
  return {
    ticked,
    isTicked: (id: string) => ids.has(id),
    tick: (id: string, isOn: boolean) =>
      setIds(new Set(isOn ? [...ids, id] : [...ids].filter((other) => other !== id))),
    tickAll: (isOn: boolean) => setIds(new Set(isOn ? all : [])),
  };
}

/** Each to the place that it had; a row has no dialog to tell what went wrong. */
export function useRestoreWhereItWas() {
  const restore = useRestore();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const onError = (error: Error) => notify({ type: 'error', text: errorMessage(error), duration: 6000 });
  return { isPending: restore.isPending, restore: (chosen: Chosen) => restore.mutate({ chosen }, { onError }) };
}
