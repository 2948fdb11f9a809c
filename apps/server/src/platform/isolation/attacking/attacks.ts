/** Tries what a file that took this process over would try, without the barriers of Node: the kernel alone is left. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';

export type Target = { dataFolder: string; port: number; socket: string; parent: number };

const target = JSON.parse(process.argv[2] ?? '') as Target;

/** Returns the outcome of an attempt, or the code of the error that ended it. */
async function attempt(work: () => unknown): Promise<unknown> {
  try {
    return (await work()) ?? 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const reach = (open: () => Socket): Promise<string> =>
  new Promise(
    (resolve, reject) =>
      void open()
        .on('connect', () => resolve('connected'))
        .on('error', reject),
  );

function run(): string {
  const { error, stdout } = spawnSync(process.execPath, ['--version']);
  if (error) throw error;
  return stdout.toString();
}

/** Every folder that can be listed but those of code. */
const foldersIn = (folder: string): string[] => readdirSync(folder).map((name) => path.join(folder, name));

const seen = {
  passwords: await attempt(() => readFileSync('/etc/passwd', 'utf8')),
  keys: await attempt(() => readFileSync(path.join(target.dataFolder, 'keyring.json'), 'utf8')),
  data: await attempt(() => readdirSync(target.dataFolder)),
  parent: await attempt(() => readFileSync(`/proc/${target.parent}/environ`, 'utf8')),
  program: await attempt(() => readFileSync(new URL('../../../main.ts', import.meta.url), 'utf8')),
  root: await attempt(() => foldersIn('/')),
  environment: Object.keys(process.env),
  loopback: await attempt(() => reach(() => connect(target.port, '127.0.0.1'))),
  database: await attempt(() => reach(() => connect(target.socket))),
  process: await attempt(run),
  write: await attempt(() => writeFileSync('/written', 'x')),
  writeCode: await attempt(() => writeFileSync(new URL('./written', import.meta.url), 'x')),
  user: process.getuid?.() ?? 0,
  groups: process.getgroups?.() ?? [],
  becomeRoot: await attempt(() => process.setuid?.(0)),
  becomeOther: await attempt(() => process.setuid?.(1000)),
  joinRoot: await attempt(() => process.setgroups?.([0])),
  signal: await attempt(() => process.kill(target.parent, 'SIGTERM')),
};
process.stdout.write(JSON.stringify(seen), () => process.exit(0));
