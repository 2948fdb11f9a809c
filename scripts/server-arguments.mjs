import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Node's arguments to run the server. The bytes of contents pass through its young generation: kept small, it is
 * collected before they weigh on the old one, whose collection costs more than the work itself, and a hundred
 * megabytes of memory less are in use. Those bytes count with all others: on their own, each 64 MB of them would have
 * the old generation collected. The server asks for some collections itself (`heap.ts`).
 */
export const serverArguments = [
  '--max-semi-space-size=4',
  '--min-semi-space-size=4',
  '--external-memory-accounted-in-global-limit',
  '--expose-gc',
  'apps/server/src/main.ts',
];

/**
 * Node's compiled code is kept beside the packages, for the next start: reading and compiling the program is half of
 * one. It is written when the server stops, and made anew for whatever has changed.
 */
export const serverEnvironment = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
