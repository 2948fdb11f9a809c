/** The public face of sharing: documents for people outside, for a time. */
export { allSharingJobs, sharingJobs } from './sharing.jobs.ts';
export { countActiveShares, removeGiven } from './shares.store.ts';
export { openSharingLink } from './open-link.ts';
export { mountSharing } from './sharing.routes.ts';
export { allowSendersAsOperator } from './sending/blocks.ts';
export { moveBlocks } from './sending/blocks.store.ts';
export { authenticateSender } from './requests/request-links.ts';
export { authenticateLink } from './visitor/link.ts';
export { authenticateVisitor } from './visitor/open-visit.ts';
