import { type Agent, type Collector, listAgents, listCollectorRuns } from '@perenne/contract/collectors';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { readWholeList } from '../../lib/api/whole-list.ts';

export type AgentCategory = Agent['category'];

/** All partners, in the words of the page's language. */
export const agentsQuery = (locale: string) =>
  queryOptions({
    queryKey: [listAgents.id, locale],
    queryFn: ({ signal }) => readWholeList((query) => call(listAgents, { query, signal })),
  });

/** The search; the list before stays until the next one is there. */
export const foundAgentsQuery = (locale: string, asked: { words: string; category: AgentCategory | undefined }) =>
  queryOptions({
    queryKey: [listAgents.id, locale, asked],
    queryFn: ({ signal }) =>
      readWholeList((page) =>
        call(listAgents, {
          query: {
            ...page,
            ...(asked.words ? { q: asked.words } : {}),
            ...(asked.category ? { category: asked.category } : {}),
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const runsQuery = ({ id }: Pick<Collector, 'id'>) => ({
  ...endpointQuery(listCollectorRuns, { params: { id }, query: { limit: 30 } }),
  staleTime: 0,
});

/** The last run, read again once there is another. */
export const lastRunQuery = ({ id, lastSynchronisationAt, alert }: Collector) =>
  queryOptions({
    queryKey: [listCollectorRuns.id, id, lastSynchronisationAt, alert?.since],
    queryFn: ({ signal }) => call(listCollectorRuns, { params: { id }, query: { limit: 1 }, signal }),
    staleTime: Infinity,
  });
