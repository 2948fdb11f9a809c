import { listDocuments } from '@perenne/contract/documents';
import { listCategories, listFolders } from '@perenne/contract/places';
import { getProfile } from '@perenne/contract/identity';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { readWholeList } from '../api/whole-list.ts';

/** How many documents wait to be read, and the newest of them: the menu and the home page share it. */
export const unreadDocuments = endpointQuery(listDocuments, { query: { unread: 'true', limit: 1 } });

export const latestDocuments = endpointQuery(listDocuments, { query: { limit: 7 } });

/** All of them, however many pages they take. */
export const categoriesQuery = queryOptions({
  queryKey: [listCategories.id],
  queryFn: ({ signal }) => readWholeList((query) => call(listCategories, { query, signal })),
});

/** All of them too: a place is found among all others. */
export const foldersQuery = queryOptions({
  queryKey: [listFolders.id],
  queryFn: ({ signal }) => readWholeList((query) => call(listFolders, { query, signal })),
});

/** After documents came or went: the lists, the shelves and the room that is left are read again. */
export const refreshDocuments = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [listDocuments.id, listCategories.id, getProfile.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  );
