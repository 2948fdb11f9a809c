import { listCategories, listDocuments } from '@perenne/contract/documents';
import { endpointQuery } from './endpoint-query.ts';

/** How many documents wait to be read, and the newest of them: the menu and the home page share it. */
export const unreadDocuments = endpointQuery(listDocuments, { query: { unread: 'true', limit: 1 } });

export const latestDocuments = endpointQuery(listDocuments, { query: { limit: 7 } });

export const categoriesQuery = endpointQuery(listCategories);
