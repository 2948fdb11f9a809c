import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDataFolder } from '../../platform/files/data-folder.ts';
import { stopLeftover } from '../../platform/postgres/embedded/leftover.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const silent = { info: () => {}, warn: () => {}, error: () => {} };

type Wanted = {
  dataFolder: string;
  port?: number;
  env?: Record<string, string>;
  /** A command that becomes the server, under rules of its own. */
  through?: readonly string[];
};

/** The server as it is run: a process of its own, alone on its port unless asked, with none of the test's settings. */
export type InstanceProcess = {
  url: string;
  port: number;
  dataFolder: string;
  /** Its output so far. */
  said: { out: string; err: string };
  exited: Promise<number | null>;
  /** The processes that answer beside it. */
  beside(): Promise<number[]>;
  /** To its own process alone. */
  signal(signal: NodeJS.Signals): void;
  /** Waits until it answers, or throws with what it said when it ended before. */
  until(path: '/health' | '/ready'): Promise<void>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export async function startInstance({ dataFolder, port, env = {}, through = [] }: Wanted): Promise<InstanceProcess> {
  const listened = port ?? (await freePort());
  const [command, ...rest] = [...through, process.execPath, main];
  const child = spawn(command, rest, {
    env: { ...inherited(), PORT: String(listened), PERENNE_DATA: dataFolder, PERENNE_HTTP_PROCESSES: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.err += text));
  const exited = once(child, 'close').then(() => child.exitCode);
  const url = `http://127.0.0.1:${listened}`;
  return {
    ...{ url, port: listened, dataFolder, said, exited },
    beside: () => besides(child.pid),
    signal: (signal) => void child.kill(signal),
    until: async (path) => {
      while (child.exitCode === null && child.signalCode === null) {
        if (await answers(`${url}${path}`)) return;
        await sleep(20);
      }
      throw new Error(`the instance ended: ${said.err}${said.out}`);
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** The run's folder and mark, by which what is left of it is found; and what Node has compiled of the server. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'PERENNE_TEST_RUN', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function besides(pid: number | undefined): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const found = rows.filter(([, parent, ...args]) => parent === String(pid) && args.join(' ').includes('http-process'));
  return found.map(([own]) => Number(own));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

export const makeDataFolder = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'perenne-instance-')), 'data');

/** With the accounts of the files, which PostgreSQL minds. */
export async function copyDataFolder(from: string): Promise<string> {
  const to = await makeDataFolder();
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await run('cp', ['-a', from, to]);
  return to;
}

/** Stops the database that a killed instance left, and removes the folder. */
export async function removeDataFolder(dataFolder: string): Promise<void> {
  const folder = await openDataFolder(dataFolder);
  await stopLeftover(join(folder.path, 'postgres'), silent);
  await folder.release();
  await rm(join(dataFolder, '..'), { recursive: true, force: true });
}

/** The command lines that name a folder: what an instance left running. */
export async function processesOf(dataFolder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(dataFolder));
}

export type DemoFile = {
  baseUrl: string;
  inboxUrl: string;
  operator: { dataFolder: string };
  employers: { id: string; name: string; clientId: string; clientSecret: string; refusalAllowed: boolean }[];
  users: (DemoPerson & { password: string; mustChangeEmail: boolean })[];
  pending: (DemoPerson & { employeeNumber: string; activationCode: string; employer: string })[];
};
type DemoPerson = { email: string; firstName: string; lastName: string; birthDate: string; phone: string };

export const readDemoFile = async (dataFolder: string): Promise<DemoFile> =>
  JSON.parse(await readFile(join(dataFolder, 'demo.json'), 'utf8')) as DemoFile;
