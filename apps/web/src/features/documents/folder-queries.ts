import { listFolders } from '@perenne/contract/places';
import { endpointQuery } from '../../lib/endpoint-query.ts';

export const foldersQuery = endpointQuery(listFolders);
