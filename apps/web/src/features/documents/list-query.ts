import { type Document, listDocuments } from '@perenne/contract/documents';
import type { Answer } from '@perenne/contract/endpoint';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { ListSearch } from './list-search.ts';

/** A page knows its order: while another order comes, the rows on the screen are still in this one. */
export type DocumentPage = Answer<typeof listDocuments> & Pick<ListSearch, 'sort'>;

/** The first comes soon; who goes on reads far. */
const firstPageSize = 100;
const nextPageSize = 200;
/** A list read this far is not read again from its top each time that the window comes back. */
const mostPagesToRefetch = 3;

const documentsQuery = ({ search, folderId }: { search: ListSearch; folderId: string | undefined }) => {
  const { category, by, view: _view, document: _document, ...filters } = search;
  const query = { ...filters, categoryId: category, addedBy: by, folderId };
  return infiniteQueryOptions({
    queryKey: [listDocuments.id, 'all', query] as const,
    queryFn: async ({ pageParam: cursor, signal }): Promise<DocumentPage> => {
      const limit = cursor ? nextPageSize : firstPageSize;
      return { ...(await call(listDocuments, { query: { ...query, limit, cursor }, signal })), sort: search.sort };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= mostPagesToRefetch,
  });
};

/** The documents that the address asks for, page after page. While another order comes, the last one stays. */
export function useDocumentList(asked: { search: ListSearch; folderId: string | undefined }) {
  const query = useInfiniteQuery(documentsQuery(asked));
  const documents: readonly Document[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = query.data?.pages ?? [];
  return { query, documents, total: first?.total ?? 0, sort: first?.sort ?? asked.search.sort };
}

export type DocumentList = ReturnType<typeof useDocumentList>;
