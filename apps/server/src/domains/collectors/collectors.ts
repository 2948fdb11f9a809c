/** The public face of the collectors: accounts at partners, from which documents come by themselves. */
export { allCollectorsJobs, collectorsJobs } from './collectors.jobs.ts';
export { mountCollectors } from './collectors.routes.ts';
export { countCollectors } from './collectors.store.ts';
