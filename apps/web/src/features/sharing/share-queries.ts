import { listDocumentRequests } from '@perenne/contract/document-requests';
import { getShare, listShareEvents, listShares, type ShareWithLink } from '@perenne/contract/shares';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';

const pageSize = 25;

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

export const sharesQuery = (asked: { status: 'active' | 'expired'; q: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: [listShares.id, 'pages', asked] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listShares, { query: { ...asked, limit: pageSize, cursor }, signal }),
    placeholderData: keepPreviousData,
    ...paged,
  });

export const shareQuery = (id: string) => endpointQuery(getShare, { params: { id } });

export const eventsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [listShareEvents.id, 'pages', id] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listShareEvents, { params: { id }, query: { limit: pageSize, cursor }, signal }),
    ...paged,
  });

export const requestsQuery = infiniteQueryOptions({
  queryKey: [listDocumentRequests.id, 'pages'] as const,
  queryFn: ({ pageParam: cursor, signal }) =>
    call(listDocumentRequests, { query: { limit: pageSize, cursor }, signal }),
  ...paged,
});

/** A link that was just made: it lives with this page, and a reload forgets it. */
export interface ShownLink {
  link: string;
  recipientId?: string | undefined;
}

export const shownLinkQuery = (id: string) =>
  queryOptions<ShownLink | null>({ queryKey: ['shownLink', id], queryFn: skipToken, staleTime: Infinity });

export const showLink = (queries: QueryClient, id: string, shown: ShownLink | null): void => {
  queries.setQueryData(shownLinkQuery(id).queryKey, shown);
};

/** After a share changed: its page shows it at once, the lists are read again. */
export async function shareChanged(queries: QueryClient, share?: ShareWithLink): Promise<void> {
  if (share) queries.setQueryData(shareQuery(share.id).queryKey, share);
  await queries.invalidateQueries({ queryKey: [listShares.id] });
}
