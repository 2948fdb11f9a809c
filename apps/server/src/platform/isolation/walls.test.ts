import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireWalls } from '../../production.ts';
import { portOf } from '../../testing/instances/port-of.ts';
import { isRunning, statusOf } from '../../testing/instances/process-status.ts';
import type { Target } from './attacking/attacks.ts';
import { findWalls } from './find-walls.ts';
import { installedParts, startIsolatedProcess } from './isolated-process.ts';
import { openIsolation } from './isolation.ts';
import { systemCallsOf } from './system-calls.ts';
import { missingWalls, noWalls } from './walls.ts';

const folder = fileURLToPath(new URL('./attacking/', import.meta.url));
const walls = await findWalls();
const hasAll = missingWalls(walls).length === 0;

let dataFolder: string;
let servers: Server[];
let target: Target;
let visits = 0;
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'perenne-walls-'));
  await writeFile(path.join(dataFolder, 'keyring.json'), 'the root key', { mode: 0o644 });
  const socket = path.join(dataFolder, '.s.PGSQL.5432');
  servers = [createServer(() => (visits += 1)), createServer(() => (visits += 1))];
  servers[0]?.listen(0, '127.0.0.1');
  servers[1]?.listen(socket);
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [first] = servers;
  if (!first) throw new Error('no server');
  target = { dataFolder, port: portOf(first), socket, parent: process.pid };
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(dataFolder, { recursive: true });
});

/** Runs the attacks behind these walls alone: Node's own barriers are not up. */
async function attackBehind({ wrap }: Pick<typeof walls, 'wrap'>): Promise<Record<string, unknown>> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', path.join(folder, 'attacks.ts')];
  const [command = '', ...rest] = wrap([...node, JSON.stringify(target)], [folder]);
  const child = spawn(command, rest, { env: { SECRET: 'x' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map(async (each) => (await each.toArray()).join('')),
  );
  return JSON.parse(out === '' ? (err ?? '') : (out ?? '')) as Record<string, unknown>;
}

const refused = expect.stringMatching(/^(?:ENOENT|EPERM|EACCES|EROFS|ENETUNREACH)$/);

describe.skipIf(!hasAll)('a process whose program a file has taken over', () => {
  it('finds no files, no network, no process and no privilege, by the kernel alone', async () => {
    const before = visits;
    const seen = await attackBehind(walls);
    for (const closed of ['passwords', 'keys', 'data', 'parent', 'program', 'loopback', 'database', 'process'])
      expect([closed, seen[closed]]).toEqual([closed, refused]);
    for (const closed of ['write', 'writeCode', 'becomeRoot', 'becomeOther', 'joinRoot', 'signal'])
      expect([closed, seen[closed]]).toEqual([closed, refused]);
    expect(seen['environment']).toEqual([]);
    expect(seen['user']).not.toBe(process.getuid?.());
    expect(seen['groups']).not.toContain(0);
    for (const own of ['/etc', '/home', '/root', '/tmp', '/proc', '/sys', '/dev', '/var'])
      expect(seen['root']).not.toContain(own);
    expect(visits).toBe(before);
  });

  it('would have found all of that without the walls', async () => {
    const seen = await attackBehind(noWalls('for the test'));
    expect(seen).toMatchObject({ keys: 'the root key', data: expect.arrayContaining(['keyring.json']) });
    expect(seen).toMatchObject({ loopback: 'connected', database: 'connected', environment: ['SECRET'] });
    expect(seen['process']).toMatch(/^v\d+/);
    await rm(path.join(folder, 'written'), { force: true });
    await rm('/written', { force: true });
  });

  it('holds no capability, can gain none, and is under a filter', async () => {
    const [command = '', ...rest] = walls.wrap([process.execPath, '-e', 'setInterval(() => {}, 1000)'], []);
    const child = spawn(command, rest, { stdio: 'ignore' });
    await expect.poll(() => statusOf(child.pid)).toMatchObject({ Seccomp: '2' });
    const status = await statusOf(child.pid);
    child.kill('SIGKILL');
    expect(status).toMatchObject({ NoNewPrivs: '1', Seccomp: '2', Groups: '' });
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect([set, status[set]]).toEqual([set, '0'.repeat(16)]);
  });

  it.runIf(process.getuid?.() === 0)('is of another user than the one beside it', async () => {
    const users = [await attackBehind(walls), await attackBehind(walls)].map((seen) => seen['user']);
    expect(users[0]).not.toBe(users[1]);
  });

  it('ends with its parent', async () => {
    const [command = '', ...rest] = walls.wrap([process.execPath, '-e', 'setInterval(() => {}, 1000)'], []);
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const c = require('child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(rest)}, { stdio: 'ignore' }); console.log(c.pid); setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => statusOf(pid)).toMatchObject({ Seccomp: '2' });
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a program that loops', () => {
  it.each([
    ['behind all walls', walls],
    ['with no other wall', noWalls('for the test')],
  ])('is ended by the kernel once it has used its processor time: %s', async (_what, given) => {
    const child = startIsolatedProcess(path.join(folder, 'looping.ts'), {
      ...{ walls: given, readable: [...installedParts, folder], heapMegabytes: 64, cpuSeconds: 1 },
      stdio: 'ignore',
    });
    // Nobody watches it: no other wall ends what only computes.
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  });
});

describe.skipIf(process.platform === 'win32')('a machine that has no file left', () => {
  it('starts no process, and the server that asked for it goes on', async () => {
    const program = `const fs = require('node:fs');
      import(${JSON.stringify(new URL('./isolated-process.ts', import.meta.url).href)}).then((m) => {
        const walls = { wrap: (command) => command };
        const options = { walls, readable: [], heapMegabytes: 64, cpuSeconds: 1, stdio: ['ignore', 'pipe', 'pipe'] };
        try { for (;;) fs.openSync('/dev/null'); } catch {}
        try { m.startIsolatedProcess('none.ts', options); } catch (error) { var said = error.message; }
        setTimeout(() => process.exit(said?.includes('no process or file left') ? 42 : 1), 100);
      });`;
    const child = spawn('/bin/sh', ['-c', 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, program]);
    expect(await once(child, 'exit')).toEqual([42, null]);
  });

  it('is asked for its walls again', async () => {
    let asked = 0;
    const isolation = openIsolation(undefined, async () => {
      if (++asked === 1) throw new Error('the machine has no process or file left for another program');
      return noWalls('for the test');
    });
    await expect(isolation.walls()).rejects.toThrow('no process or file left');
    expect(missingWalls(await isolation.walls())).toHaveLength(4);
  });
});

describe('a machine that gives less', () => {
  it('is told of in one line of the log, once', async () => {
    const said: unknown[] = [];
    const log = { info: () => {}, error: () => {}, debug: () => {}, warn: (what: unknown) => void said.push(what) };
    const isolation = openIsolation(log, async () => noWalls('unshare: Operation not permitted'));
    await Promise.all([isolation.walls(), isolation.walls()]);
    expect(said).toEqual([
      {
        missing: ['a user that owns nothing', 'no network', 'no files', 'a filter of system calls'],
        refusal: 'unshare: Operation not permitted',
      },
    ]);
  });

  const find = `import(${JSON.stringify(new URL('./find-walls.ts', import.meta.url).href)}).then(async (m) => {
    const { wrap, ...walls } = await m.findWalls();
    process.stdout.write(JSON.stringify(walls));
  })`;
  /** The walls that a process finds which begins under these rules. */
  async function wallsUnder(...rules: string[]) {
    const child = spawn('/usr/bin/setpriv', [...rules, process.execPath, '--input-type=module', '-e', find]);
    return JSON.parse((await child.stdout.toArray()).join('')) as ReturnType<typeof noWalls>;
  }

  it.runIf(hasAll && process.getuid?.() === 0)('is known by what it refuses to root', async () => {
    const found = await wallsUnder('--bounding-set=-sys_admin', '--inh-caps=-all');
    expect(found).toMatchObject({ user: false, files: false, refusal: 'unshare: Operation not permitted' });
    expect(() => requireWalls({ ...walls, ...found })).toThrow(
      /^Production is refused as root, .* would not have a user that owns nothing, no network, no files \(unshare: Operation not permitted\)/,
    );
    expect(() => requireWalls(walls)).not.toThrow();
    expect(() => requireWalls({ ...walls, systemCalls: false })).not.toThrow();
  });

  it.runIf(hasAll && process.getuid?.() === 0)('gives who is not root a filter at least', async () => {
    const found = await wallsUnder('--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all');
    expect(found).toMatchObject({ user: true, network: true, systemCalls: true });
  });

  it('has a filter for both machines that we give Node for', () => {
    for (const machine of ['x64', 'arm64'] as const)
      expect(systemCallsOf(machine)?.filter).toMatch(/^(?:[0-9a-f]{16})+$/);
    expect(systemCallsOf('riscv64')).toBeNull();
  });
});
