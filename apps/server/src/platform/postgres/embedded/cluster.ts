import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** One PostgreSQL cluster on this machine: where its files are, what runs it and under which account. */
export type Cluster = { folder: string; binaries: string; account: Account | undefined };

export type PostgresLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

/**
 * Spawns a PostgreSQL program on `folder`; `args` gets the path under which the program sees that folder.
 *
 * Under another account the folder is handed over as an open descriptor: the data folder is closed to everybody
 * but us (0700, and perhaps below /root), and a path through /proc/self/fd needs no right on the folders above.
 */
export async function spawnOn(
  cluster: Cluster,
  program: 'initdb' | 'postgres' | 'pg_ctl',
  args: (folder: string) => string[],
): Promise<ChildProcess> {
  const executable = join(cluster.binaries, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  // Detached: a Ctrl-C in the terminal must reach us only; we stop the server when our own work is done.
  const options = { cwd: '/', detached: process.platform !== 'win32', env: { LC_ALL: 'C', TZ: 'UTC' } };
  if (!cluster.account) {
    return spawn(executable, args(cluster.folder), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  }
  const handle = await open(cluster.folder, 'r');
  try {
    const { uid, gid } = cluster.account;
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const, handle.fd];
    return spawn(executable, args('/proc/self/fd/3'), { ...options, uid, gid, stdio });
  } finally {
    await handle.close();
  }
}

/** Resolves when the program has ended, with what it wrote; rejects when it could not be started. */
export function outcomeOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const gather = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', gather);
    child.stderr?.on('data', gather);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
