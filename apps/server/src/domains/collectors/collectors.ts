/** The public face of the collectors: accounts at partners, from which documents come by themselves. */
export { allCollectorsJobs, collectorsJobs } from './collectors.jobs.ts';
export { mountCollectors } from './collectors.routes.ts';
export { measureCollectors } from './measure-collectors.ts';
export { listKnownAgents, setAgentStatus, type KnownAgent } from './agents/operator.ts';
export { countCollectors } from './collectors.store.ts';
