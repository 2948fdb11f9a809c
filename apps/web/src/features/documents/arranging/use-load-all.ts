import { limits } from '@perenne/contract/fields';
import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';

type Listed<Item> = UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>;

const itemsOf = <Item>({ data }: Listed<Item>): Item[] => data?.pages.flatMap(({ items }) => items) ?? [];

/** Loads what has not come of a list, as far as one action reaches, and gives all that has come then. */
export function useLoadAll<Item>(query: Listed<Item>, onLoaded: (items: Item[]) => void) {
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const isWanted = useRef(false);
  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: async () => {
      let read = query;
      while (read.hasNextPage && isWanted.current && itemsOf(read).length < limits.selection) {
        read = await read.fetchNextPage();
        if (read.isFetchNextPageError) throw read.error;
      }
      // The selection may have been ended meanwhile, or the list be another.
      if (isWanted.current) onLoaded(itemsOf(read));
    },
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
  });
}
