import type { Endpoint } from '@perenne/contract/endpoint';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { answer, type CallInput } from './call.ts';

/** TanStack Query's options to read an endpoint; the key falls out of its id and its input. */
export function endpointQuery<const E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  const { params, query } = (input ?? {}) as { params?: unknown; query?: unknown };
  return queryOptions({
    queryKey: [endpoint.id, { params, query }] as const,
    queryFn: ({ signal }) => answer(endpoint, { ...input, signal } as CallInput<E>),
  });
}

/** A refusal stays one when asked again, and damage stays; only a fault of the server or the line is worth another try. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ApiError && (error.status < 500 || error.has('DocumentDamaged')));

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying },
      // Without a connection an action fails at once: kept for later, it would be done after its owner has given it up.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
