import { type Agent, type Collector, listAgents, listCollectorRuns } from '@perenne/contract/collectors';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
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

/** A run that begins or ends, or brings something, changes its collector, which is polled: its runs are read again then. */
const runsKey = ({ id, status, newDocuments, lastSynchronisationAt, alert }: Collector) =>
  [listCollectorRuns.id, id, { status, newDocuments, lastSynchronisationAt, alertSince: alert?.since }] as const;

/** The runs that are kept; those before stay until the next answer is there. */
export const runsQuery = (collector: Collector) =>
  queryOptions({
    queryKey: [...runsKey(collector), 'all'],
    queryFn: ({ signal }) => call(listCollectorRuns, { params: { id: collector.id }, query: { limit: 30 }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The last run, read again once there is another. */
export const lastRunQuery = (collector: Collector) =>
  queryOptions({
    queryKey: [...runsKey(collector), 'last'],
    queryFn: ({ signal }) => call(listCollectorRuns, { params: { id: collector.id }, query: { limit: 1 }, signal }),
    staleTime: Infinity,
  });
