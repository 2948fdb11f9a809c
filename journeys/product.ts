import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { forgetJobs } from '../apps/server/src/testing/instances/forget-jobs.ts';
import { freePort } from '../apps/server/src/testing/instances/free-port.ts';
import { copyWorldOfRun } from '../apps/server/src/testing/instances/made-world.ts';
import { pace } from './checks/pace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const longestStartMs = 120_000 * pace;

export interface Product {
  dataFolder: string;
  /** Stops it, and starts it again at the same address on what it has kept, once `meanwhile` has ended. */
  restart: (meanwhile: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts the product as `npm start` does, on a data folder of its own: on a copy of the world that the tests before
 * have made, or on an empty one.
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataFolder = (await copyWorldOfRun()) ?? (await mkdtemp(join(tmpdir(), 'perenne-journeys-')));
  const port = await freePort();
  const settings = { PORT: String(port), PERENNE_DATA: dataFolder, ...environment };
  let server = startServer(settings);
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    await end(server);
    process.removeListener('exit', kill);
    await rm(dataFolder, { recursive: true, force: true });
  };
  // Playwright ends well when it is interrupted, but not when it is asked to end.
  process.once('SIGTERM', () => void stop().finally(() => process.exit(1)));
  const untilReady = () => waitUntilReady(`http://127.0.0.1:${port}/ready`, () => isAlive(server));
  const restart = async (meanwhile: () => Promise<void>) => {
    await end(server);
    await meanwhile();
    server = startServer(settings);
    await untilReady();
  };
  try {
    await untilReady();
    await forgetJobs(dataFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { dataFolder, restart, stop };
}

const startServer = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PERENNE_LOG_LEVEL: 'warn',
      // Each journey comes from an address of its own: the limits of one are not those of another.
      PERENNE_TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

const isAlive = (server: ChildProcess): boolean => server.exitCode === null && server.signalCode === null;

async function end(server: ChildProcess): Promise<void> {
  if (!isAlive(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function waitUntilReady(address: string, isAlive: () => boolean): Promise<void> {
  const end = Date.now() + longestStartMs;
  while (isAlive() && Date.now() < end) {
    const answer = await fetch(address).catch((error: unknown) => {
      // Nobody listens yet.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error('The product did not start.');
}
