import { listExpiring } from '@perenne/contract/identity-papers';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { makePart } from '../../lib/part.tsx';

const RenewalList = makePart(() => import('./renewal-list.tsx').then((module) => module.RenewalList), 'reading');

/** Identity papers that end soon, for who has some: nobody else loads more than the answer. */
export function Renewals() {
  const { data } = useQuery(endpointQuery(listExpiring));
  return data && data.items.length > 0 && <RenewalList papers={data.items} onClose={() => {}} />;
}
