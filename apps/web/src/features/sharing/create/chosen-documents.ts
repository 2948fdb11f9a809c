import { type Document, getDocument, listDocuments } from '@perenne/contract/documents';
import { type InfiniteData, type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../../lib/api/api-error.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

interface DocumentPage {
  items?: Document[];
}

/** A document of a list that is already here, if it is in one. */
function findInLists(queries: QueryClient, id: string): Document | undefined {
  const lists = queries.getQueriesData<DocumentPage | InfiniteData<DocumentPage>>({ queryKey: [listDocuments.id] });
  const pages = lists.flatMap(([, data]) => (data && 'pages' in data ? data.pages : [data ?? {}]));
  return pages.flatMap(({ items = [] }) => items).find((document) => document.id === id);
}

export interface ChosenDocument {
  id: string;
  /** Undefined while it is read. */
  document: Document | undefined;
  /** It is no longer in the safe. */
  isMissing: boolean;
}

/** The facts of a share's documents, in their order. */
export function useChosenDocuments(ids: readonly string[]): ChosenDocument[] {
  const queries = useQueryClient();
  return useQueries({
    queries: ids.map((id) => ({
      ...endpointQuery(getDocument, { params: { id } }),
      initialData: () => findInLists(queries, id),
    })),
    combine: (results) =>
      results.map(({ data, error }, index) => ({
        id: ids[index] ?? '',
        document: data,
        // A document that could not be asked for may still exist.
        isMissing: isApiError(error, 'DocumentNotFound') || data?.remainingDays !== undefined,
      })),
  });
}
