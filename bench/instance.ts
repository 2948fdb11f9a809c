import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../apps/server/src/testing/instances/free-port.ts';
import { serverArguments, serverEnvironment } from '../scripts/server-arguments.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const accounts = z.object({
  employers: z.array(z.object({ clientId: z.string(), clientSecret: z.string() })).min(1),
  users: z.array(z.object({ email: z.string(), password: z.string(), mustChangeEmail: z.boolean() })).min(1),
});

/** `proportionalBytes`: pages that several processes share count as a part in each, so that the sum has them once. */
export type ProcessMemory = { name: string; residentBytes: number; proportionalBytes: number };

/** The product itself, as `npm start` runs it, on a data folder of its own. */
export type Instance = {
  url: string;
  dataFolder: string;
  accounts(): Promise<z.output<typeof accounts>>;
  /** Resident bytes of the processes that answer. */
  residentBytes(): Promise<number>;
  /** Each of its processes, those of its database included. */
  memory(): Promise<ProcessMemory[]>;
  stop(): Promise<void>;
};

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'perenne-bench-'));
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export async function startInstance(
  dataFolder: string,
  until: 'health' | 'ready' = 'ready',
  settings: Record<string, string> = {},
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, serverArguments, {
    cwd: root,
    env: {
      ...{ ...serverEnvironment, ...process.env },
      ...{ PORT: String(port), PERENNE_DATA: dataFolder, PERENNE_LOG_LEVEL: 'error', ...settings },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  await waitFor(`${url}/${until}`, () => server.exitCode === null);
  return {
    url,
    dataFolder,
    accounts: async () => accounts.parse(JSON.parse(await readFile(join(dataFolder, 'demo.json'), 'utf8'))),
    residentBytes: async () => {
      const resident = await Promise.all((await processesOf(Number(server.pid))).map(residentBytesOf));
      return resident.reduce((sum, bytes) => sum + bytes, 0);
    },
    memory: async () => {
      const processes = await Promise.all((await allProcessesOf(Number(server.pid))).map(memoryOf));
      return processes.filter(({ residentBytes }) => residentBytes > 0);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** The server, and the processes of the same program that it started. */
async function processesOf(pid: number): Promise<number[]> {
  const program = await readlink(`/proc/${pid}/exe`);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  const programs = await Promise.all(children.map((child) => readlink(`/proc/${child}/exe`).catch(() => '')));
  return [pid, ...children.filter((_, index) => programs[index] === program)];
}

const ownPrograms = ['node', 'postgres'];

/** The process and those that it started, without the servers of partners that the demonstration plays. */
async function allProcessesOf(pid: number): Promise<number[]> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  if (!ownPrograms.includes(basename(program))) return [];
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(allProcessesOf))).flat()];
}

/** Nothing of a process that has just ended. */
async function memoryOf(pid: number): Promise<ProcessMemory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const bytesOf = (field: 'Rss' | 'Pss') =>
    Number(new RegExp(String.raw`^${field}:\s+(\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
  return { name: nameOf(commandLine.split('\0')), residentBytes: bytesOf('Rss'), proportionalBytes: bytesOf('Pss') };
}

/** The module that Node runs, with its folder; a process of PostgreSQL writes its part in the place of its arguments. */
function nameOf([program = '', ...rest]: string[]): string {
  if (program.startsWith('postgres: '))
    return program.includes('[local]') ? 'postgres: connection' : program.replace(/[\s\d]+$/, '');
  const module = rest.findLast((argument) => /\.[cm]?[jt]s$/.test(argument)) ?? program;
  return module.split('/').slice(-2).join('/');
}

async function residentBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

async function waitFor(address: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    try {
      if ((await fetch(address)).ok) return;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await wait(10);
  }
  throw new Error('the server did not start');
}
