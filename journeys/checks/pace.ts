/** How many times slower than usual the machine is, as `npm test` has measured it: it stretches each limit. */
export const pace = Number(process.env.PERENNE_TEST_PACE ?? 1);

/**
 * For the worker to have looked into a document: it yields to whatever else wants the machine, and documents of other
 * safes come first. A journey that waits for it is a slow one.
 */
export const longestReadingMs = 240_000 * pace;
