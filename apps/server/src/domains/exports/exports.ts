/** The public face of exports: the archive of a whole safe, which anyone can check without us. */
export { removeExports } from './end-export.ts';
export { allExportsJobs, exportsJobs } from './exports.jobs.ts';
export { mountExports } from './exports.routes.ts';
export { isExporting } from './exports.store.ts';
