import { documentRequests } from './document-requests.ts';
import { newShare } from './new-share.ts';
import { shares } from './shares.ts';

/** The words of the owner's pages of shares and of requests for documents. */
export const sharing = { documentRequests, newShare, shares } as const;
