import { fileURLToPath } from 'node:url';

/** A run leaves here what people may look at. `npm test` gives each run a folder of its own. */
export const resultsFolder =
  process.env.PERENNE_TEST_RESULTS ?? fileURLToPath(new URL('../../test-results/by-hand', import.meta.url));
