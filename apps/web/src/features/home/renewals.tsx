import type { Document } from '@perenne/contract/documents';
import { listExpiring } from '@perenne/contract/identity-papers';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { makePart } from '../../lib/lazy/part.tsx';
import css from './home.module.css';

const RenewalList = makePart(() => import('./renewal-list.tsx').then((module) => module.RenewalList), 'papers');

/** Identity papers that end soon. While it is not known whether there are some, the parts below have no place. */
export function useRenewals() {
  const { data, isPending, fetchStatus, failureCount } = useQuery(endpointQuery(listExpiring));
  const isAwaited = isPending && fetchStatus === 'fetching' && failureCount === 0;
  return { papers: data?.items ?? [], isAwaited };
}

/** As high as the card will be: its heading and edges, each paper, and what is said of an extended one. */
const heightOf = (papers: readonly Document[]): number =>
  papers.reduce((height, { extendedUntil }) => height + (extendedUntil ? 109 : 61), 60);

/** For who has some: nobody else loads more than the answer. */
export const Renewals = ({ papers }: { papers: readonly Document[] }) =>
  papers.length > 0 && (
    <div className={css.renewals} style={{ minHeight: heightOf(papers) }}>
      <RenewalList papers={papers} onClose={() => {}} />
    </div>
  );
