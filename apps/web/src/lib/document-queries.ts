import { listDocuments } from '@perenne/contract/documents';
import { listCategories } from '@perenne/contract/places';
import { getProfile } from '@perenne/contract/identity';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from './endpoint-query.ts';

/** How many documents wait to be read, and the newest of them: the menu and the home page share it. */
export const unreadDocuments = endpointQuery(listDocuments, { query: { unread: 'true', limit: 1 } });

export const latestDocuments = endpointQuery(listDocuments, { query: { limit: 7 } });

export const categoriesQuery = endpointQuery(listCategories);

/** After documents came or went: the lists, the shelves and the room that is left are read again. */
export const refreshDocuments = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [listDocuments.id, listCategories.id, getProfile.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  );
