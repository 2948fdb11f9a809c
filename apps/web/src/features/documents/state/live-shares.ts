import { findSharesOf, getShare, listShares, stopShare } from '@perenne/contract/shares';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

interface Named {
  documents: string[];
  folders: string[];
}

/** The active shares that give access to any of these. */
export const liveSharesQuery = (named: Named) =>
  queryOptions({
    queryKey: [findSharesOf.id, named] as const,
    queryFn: ({ signal }) => call(findSharesOf, { body: named, signal }),
    staleTime: 0,
  });

/** Ends them, and lets every page know. */
export async function endShares(queries: QueryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await call(stopShare, { params: { id } });
  await Promise.all(
    [findSharesOf.id, getShare.id, listShares.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  );
}
