import { availableParallelism } from 'node:os';
import process from 'node:process';

/** How many times slower than usual the machine is, as `npm test` has measured it: it stretches each limit. */
export const pace = Number(process.env.PERENNE_TEST_PACE ?? 1);

/** How many tests run at once: enough to keep each core busy while others of them wait for a database or a page. */
export function countWorkers(cores = availableParallelism()) {
  return { unit: 2 * cores, journeys: Math.ceil(1.5 * cores) };
}
