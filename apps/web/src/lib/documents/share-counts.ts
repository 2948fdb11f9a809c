import { listShares } from '@perenne/contract/shares';
import { endpointQuery } from '../api/endpoint-query.ts';

/** How many shares are running, for those that only count them. */
export const activeShares = endpointQuery(listShares, { query: { status: 'active', limit: 1 } });
