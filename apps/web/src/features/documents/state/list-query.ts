import { type Document, listDocuments } from '@perenne/contract/documents';
import type { Answer } from '@perenne/contract/endpoint';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { hasStale, type Held, type ListPage, readPage } from './list-pages.ts';
import type { ListSearch } from './list-search.ts';

/** A page knows its order: while another order comes, the rows on the screen are still in this one. */
export type DocumentPage = Answer<typeof listDocuments> & Pick<ListSearch, 'sort'> & Pick<ListPage, 'isStale'>;

/** Those of the rows that are drawn, on the screen and near it. */
const drawnDocuments = (): ReadonlySet<string> =>
  new Set(
    Array.from(
      document.querySelectorAll<HTMLElement>('[data-document-link]'),
      ({ dataset }) => dataset.documentLink ?? '',
    ),
  );

const documentsQuery = ({ search, folderId }: { search: ListSearch; folderId: string | undefined }) => {
  const { category, by, view: _view, document: _document, ...filters } = search;
  const query = { ...filters, categoryId: category, addedBy: by, folderId };
  return infiniteQueryOptions({
    queryKey: [listDocuments.id, 'all', query] as const,
    queryFn: ({ pageParam: cursor, signal, client, queryKey }): Promise<DocumentPage> =>
      readPage<DocumentPage>({
        held: client.getQueryData<Held<DocumentPage>>(queryKey),
        cursor,
        drawn: drawnDocuments(),
        read: async (limit) => {
          const page = await call(listDocuments, { query: { ...query, limit, cursor }, signal });
          return { ...page, sort: search.sort };
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
};

const restMs = 300;

interface Readable {
  data: { pages: readonly DocumentPage[] } | undefined;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Pages out of sight when a long list was read again are read once they are seen, and the list at rest. */
function useReadInSight({ data, isFetching, refetch }: Readable): void {
  const hasSkipped = data?.pages.some(({ isStale }) => isStale) ?? false;
  const read = useEffectEvent(() => {
    if (hasStale(data, drawnDocuments())) void refetch();
  });
  useEffect(() => {
    if (!hasSkipped || isFetching) return;
    let timer = setTimeout(read, restMs);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(read, restMs);
    };
    window.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', wait);
    };
  }, [hasSkipped, isFetching]);
}

/** The documents that have come. All of them in one are made where they are asked for: a long list grows by pages. */
export interface LoadedDocuments {
  pages: readonly (readonly Document[])[];
  length: number;
  all: () => readonly Document[];
}

function loadedFrom(pages: readonly DocumentPage[]): LoadedDocuments {
  const documents = pages.map(({ items }) => items);
  let all: readonly Document[] | undefined;
  return {
    pages: documents,
    length: documents.reduce((sum, { length }) => sum + length, 0),
    all: () => (all ??= documents.flat()),
  };
}

/** The documents that the address asks for, page after page. While another order comes, the last one stays. */
export function useDocumentList(asked: { search: ListSearch; folderId: string | undefined }) {
  const query = useInfiniteQuery(documentsQuery(asked));
  useReadInSight(query);
  const pages = query.data?.pages;
  const documents = useMemo(() => loadedFrom(pages ?? []), [pages]);
  const first = pages?.[0];
  return { query, documents, total: first?.total ?? 0, sort: first?.sort ?? asked.search.sort };
}

export type DocumentList = ReturnType<typeof useDocumentList>;

/** The folder or category of the address is not there, or no more: a link may be old. */
export const isPlaceGone = ({ query, documents }: DocumentList): boolean =>
  documents.length === 0 && (isApiError(query.error, 'FolderNotFound') || isApiError(query.error, 'CategoryNotFound'));
