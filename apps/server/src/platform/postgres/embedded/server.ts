import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import { spawnOn, type Cluster, type PostgresLog } from './cluster.ts';
import { readServerRecord, stopServer } from './leftover.ts';

/** A running PostgreSQL. `ended` resolves when it is gone, whatever the reason. */
export type Server = {
  pid: number;
  ended: Promise<string>;
  stop(): Promise<void>;
};

// A replay after a crash may take a while on a slow disk; a server that cannot start ends by itself at once.
const readyWithinMs = 300_000;

/** Starts PostgreSQL and waits until it accepts connections. Throws StartError with its own last words when it ends. */
export async function startServer(
  cluster: Cluster,
  settings: Record<string, string>,
  log: PostgresLog,
): Promise<Server> {
  const child = await spawnOn(cluster, 'postgres', (folder) => [
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const lastWords = followOutput(child, log);
  let isRunning = true;
  // Asked for without waiting for it: all that a process can do while it exits, also before the server is ready.
  const interruptOnExit = () => void child.kill('SIGINT');
  process.on('exit', interruptOnExit);
  const ended = endOf(child).then((reason) => {
    isRunning = false;
    process.off('exit', interruptOnExit);
    return reason;
  });
  const server: Server = {
    pid: child.pid ?? 0,
    ended,
    stop: () => stopChild(cluster, child, () => isRunning),
  };
  const isReady = await Promise.race([
    ended.then(() => false),
    waitUntilReady(cluster.folder, server.pid, () => isRunning),
  ]);
  if (isReady) return server;
  await server.stop();
  throw new StartError(`PostgreSQL does not start: ${lastWords() ?? (await ended)}`);
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

async function waitUntilReady(clusterFolder: string, pid: number, isRunning: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < readyWithinMs && isRunning(); waitedMs += 20) {
    const record = await readServerRecord(clusterFolder);
    if (record?.pid === pid && record.isReady) return true;
    await sleep(20);
  }
  return false;
}

async function stopChild(cluster: Cluster, child: ChildProcess, isRunning: () => boolean): Promise<void> {
  if (process.platform === 'win32' && isRunning()) {
    // Windows has no signals to ask with; pg_ctl has PostgreSQL's own substitute.
    await spawnOn(cluster, 'pg_ctl', (folder) => ['stop', '-D', folder, '-m', 'fast', '-W']);
    for (let waitedMs = 0; waitedMs < 8000 && isRunning(); waitedMs += 20) await sleep(20);
  }
  if (child.pid !== undefined) await stopServer(child.pid, isRunning);
}

/** Passes on what matters of the server's log; the returned function returns its last error. */
function followOutput(child: ChildProcess, log: PostgresLog): () => string | undefined {
  let lastError: string | undefined;
  child.stdout?.resume();
  if (!child.stderr) return () => undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, severity, message] = /^(\w+): +(.*)$/.exec(line) ?? [];
    if (severity === 'FATAL' || severity === 'PANIC') {
      lastError = message;
      log.warn(`PostgreSQL: ${message}`);
    }
    if (severity === undefined) lastError ??= line;
  });
  return () => lastError;
}
