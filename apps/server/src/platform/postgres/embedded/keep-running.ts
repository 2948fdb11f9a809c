import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresLog } from './cluster.ts';
import type { Server } from './server.ts';

const restartPauseMs = 500;

/** Starts the server, and again when it dies without having been asked to (for want of memory, for instance). */
export async function keepRunning(
  start: () => Promise<Server>,
  log: PostgresLog,
): Promise<{ stop: () => Promise<void> }> {
  let isStopping = false;
  let server = await start();

  const watch = async () => {
    for (;;) {
      const reason = await server.ended;
      if (isStopping) return;
      log.error(`PostgreSQL ended unexpectedly (${reason}): starting it again.`);
      await startAgain();
    }
  };
  const startAgain = async () => {
    try {
      await sleep(restartPauseMs);
      if (!isStopping) server = await start();
      if (isStopping) await server.stop();
    } catch (error) {
      // The dead server is still ours: the loop sees it and tries once more.
      log.error(String(error));
    }
  };
  const watching = watch();

  return {
    stop: async () => {
      isStopping = true;
      await server.stop();
      await watching;
    },
  };
}
