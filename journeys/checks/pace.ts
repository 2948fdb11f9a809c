import { pace } from '../../scripts/testing/machine.mjs';

export { pace };

/**
 * For the worker to have looked into a document: it yields to whatever else wants the machine, and documents of other
 * safes come first. A journey that waits for it is a slow one.
 */
export const longestReadingMs = 240_000 * pace;
