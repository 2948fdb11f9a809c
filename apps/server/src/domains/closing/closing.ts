/** The public face of the closing: how a safe ends, with all that any domain keeps of it. */
export { allClosingJobs, closingJobs } from './closing.jobs.ts';
