import { listTrash } from '@perenne/contract/trash';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/call.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { atMost } from '../../state/selection.ts';
import type { Chosen } from '../chosen.ts';
import { useRestore } from '../use-arranging.ts';
import { useLoadAll } from '../use-load-all.ts';

const shortestMs = 2_000;
const longestMs = 60_000;

/**
 * How often the page looks how far a large destruction is: more and more seldom while it does not move, since each look
 * is in the journal.
 */
export function makeLooks(now = Date.now) {
  let last = { left: NaN, since: 0 };
  return (left: number | undefined): number | false => {
    if (left === undefined) return false;
    if (left !== last.left) last = { left, since: now() };
    return Math.min(Math.max(now() - last.since, shortestMs), longestMs);
  };
}
const nextLookMs = makeLooks();

const trashQuery = infiniteQueryOptions({
  queryKey: [listTrash.id, 'all'] as const,
  queryFn: ({ pageParam, signal }) => call(listTrash, { query: { limit: 100, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: ({ state }) => nextLookMs(state.data?.pages[0]?.destroying?.left),
});

/** The items in the trash: folders whole, which come with the first page, and documents by themselves. */
export function useTrash() {
  const query = useInfiniteQuery(trashQuery);
  const [first] = query.data?.pages ?? [];
  const documents = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const folders = first?.folders ?? [];
  const destroying = first?.destroying ?? null;
  return { query, documents, folders, destroying, total: (first?.total ?? 0) + folders.length };
}

/** The ticked items. */
export function useTicked({ query, documents, folders }: Pick<ReturnType<typeof useTrash>, 'query' | keyof Chosen>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choose = (chosen: readonly { id: string }[]) =>
    setIds(new Set([...atMost(chosen.map(({ id }) => id)), ...atMost(folders.map(({ id }) => id))]));
  const ticked = {
    documents: documents.filter(({ id }) => ids.has(id)),
    folders: folders.filter(({ id }) => ids.has(id)),
  };
  return {
    ticked,
    loadAll: useLoadAll(query, choose),
    isTicked: (id: string) => ids.has(id),
    tick: (id: string, isOn: boolean) =>
      setIds(isOn ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id))),
    tickAll: (isOn: boolean) => (isOn ? choose(documents) : setIds(new Set())),
  };
}

/** Each to the place that it had; a row has no dialog to show what went wrong. */
export function useRestoreWhereItWas(onDone: (chosen: Chosen) => void) {
  const restore = useRestore();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const onError = (error: Error) => notify({ type: 'error', text: errorMessage(error), duration: 6000 });
  const restoreChosen = (chosen: Chosen) => restore.mutate({ chosen }, { onSuccess: () => onDone(chosen), onError });
  return { isPending: restore.isPending, restore: restoreChosen };
}
