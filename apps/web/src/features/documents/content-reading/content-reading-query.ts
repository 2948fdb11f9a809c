import { getContentReading } from '@perenne/contract/content-reading';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

/** Whether the owner agreed that contents are read. */
export const contentReadingQuery = endpointQuery(getContentReading);
