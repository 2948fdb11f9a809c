import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isSystemError } from '../../system-error.ts';
import type { PostgresLog } from './cluster.ts';

const run = promisify(execFile);

/** The record in `postmaster.pid`: the server's process, and whether it accepts connections. */
export type ServerRecord = { pid: number; isReady: boolean };

export async function readServerRecord(clusterFolder: string): Promise<ServerRecord | undefined> {
  try {
    const lines = (await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Stops the server that a killed process left running on these files, so that two never run on them.
 * The caller holds the data folder's lock: whoever started that server is gone.
 */
export async function stopLeftover(clusterFolder: string, log: PostgresLog): Promise<void> {
  const record = await readServerRecord(clusterFolder);
  if (!record) return;
  if (await isServerOf(clusterFolder, record.pid)) {
    log.warn('A PostgreSQL server is left from an earlier run: stopping it.');
    await stopServer(record.pid, () => isServerOf(clusterFolder, record.pid));
  }
  // Its number may belong to another process by now, for which PostgreSQL would refuse to start.
  await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
}

/** Asks for a fast shutdown, then an immediate one, then kills; 10 seconds at most. Committed data survive each. */
export async function stopServer(pid: number, isRunning: () => boolean | Promise<boolean>): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patienceMs: 7000 },
    { signal: 'SIGQUIT', patienceMs: 1500 },
    { signal: 'SIGKILL', patienceMs: 1500 },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    if (!(await isRunning())) return;
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs && (await isRunning()); waitedMs += 20) await sleep(20);
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended in between.
    if (!isSystemError(error, 'ESRCH')) throw error;
  }
}

/** Whether that process is the server of these files, and not another one that has received its number since. */
async function isServerOf(clusterFolder: string, pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform === 'linux') return (await workingFolderOf(pid)) === (await realpath(clusterFolder));
  return (await commandOf(pid)).includes(process.platform === 'win32' ? 'postgres.exe' : clusterFolder);
}

async function workingFolderOf(pid: number): Promise<string | undefined> {
  try {
    return await readlink(`/proc/${pid}/cwd`);
  } catch (error) {
    // Gone, a zombie, or another account's.
    if (isSystemError(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return undefined;
    throw error;
  }
}

async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'win32') return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])).stdout;
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    // `ps` fails when there is no such process.
    return '';
  }
}
