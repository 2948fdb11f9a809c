import { readConfig } from './config.ts';
import { runInstance } from './instance.ts';
import { boundHeap, boundHeapsOfThreads, collectAtRest } from './platform/heap.ts';
import { openLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';

/** Work that still runs after that is left to the operating system. */
const longestStopMs = 29_000;

/**
 * Small buffers share memory of so many bytes, and one of them that lives keeps all of it. By default it is eight times
 * as much: what rows and digests leave behind would be tens of megabytes.
 */
Buffer.poolSize = 8 * 1024;
boundHeapsOfThreads();

async function main(): Promise<void> {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const stopping = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.resolve());
  // Also while it starts: a database that replays what a crash left may take minutes.
  void stopping.promise.then(() => setTimeout(() => process.exit(1), longestStopMs).unref());
  const instance = await runInstance(config, log);
  boundHeap();
  collectAtRest();
  await stopping.promise;
  log.info('stopping');
  await instance.stop();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
