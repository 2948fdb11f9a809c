import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinnedNodePath } from './pinned-node.mjs';
import { root } from './run.mjs';
import { pace } from './testing/machine.mjs';

/** A lock file of one part that a start needs, one of the tests, and one of another system. */
const lockOf = (version) => ({
  packages: {
    '': { workspaces: ['apps/web'] },
    'apps/web': { version: '1.0.0', dependencies: { vite: version } },
    'node_modules/web': { resolved: 'apps/web', link: true },
    'node_modules/vite': { version, integrity: `sha512-${version}` },
    'node_modules/vitest': { version: '1.0.0', integrity: 'sha512-vitest', dev: true },
    'node_modules/of-another-system': { version: '1.0.0', integrity: 'sha512-other', optional: true, os: ['aix'] },
  },
});

/** npm's note of an install for a start. */
function recordOf(lock) {
  const entries = Object.entries(lock.packages);
  return { packages: Object.fromEntries(entries.filter(([path, { dev, optional }]) => path && !dev && !optional)) };
}

/** Writes what it was asked, and installs what the lock file says. */
const npm = `
  import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
  appendFileSync('asked-of-npm', process.argv[2] + '\\n');
  const recordOf = ${recordOf.toString()};
  writeFileSync('node_modules/.package-lock.json', JSON.stringify(recordOf(JSON.parse(readFileSync('package-lock.json')))));
`;
/** Builds a page, and notes its environment in it. Where a file `never-ends` is, it notes its number there and waits. */
const vite = `
  const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/index.html', JSON.stringify(process.env));
  if (existsSync('../../never-ends')) {
    writeFileSync('../../never-ends', String(process.pid));
    setInterval(() => {}, 1000);
  }
`;
const server = `console.log(JSON.stringify({ pid: process.pid, ppid: process.ppid, args: process.argv.slice(2) }));`;

let folder;
const inside = (...path) => join(folder, ...path);
async function put(path, content) {
  await mkdir(dirname(inside(path)), { recursive: true });
  await writeFile(inside(path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A checkout with the scripts of this one, in which all that they start is a stand-in. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-start-'));
  await mkdir(inside('scripts'));
  const scripts = readdirSync(join(root, 'scripts')).filter(
    (name) => name.endsWith('.mjs') && !name.includes('.test.'),
  );
  for (const name of scripts) await cp(join(root, 'scripts', name), inside('scripts', name));
  await put('package.json', { type: 'module' });
  await put('npm-cli.mjs', npm);
  await put('apps/server/src/main.ts', server);
  for (const place of ['apps/web/src/ui', 'apps/verifier', 'packages/contract']) await put(`${place}/source.ts`, '');
  await putParts();
  await put('package-lock.json', lockOf('1.0.0'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function putParts() {
  await put('node_modules/vite/bin/vite.js', vite);
  await put('node_modules/vite/package.json', {});
  await put('node_modules/.bin/vite', '');
  const pinned = inside(relative(root, pinnedNodePath()));
  await mkdir(dirname(pinned), { recursive: true });
  await symlink(process.execPath, pinned);
  await symlink(process.execPath, inside('node_modules/.bin/node'));
  await put('node_modules/.package-lock.json', recordOf(lockOf('1.0.0')));
}

function spawnStart({ args = [], env = {} } = {}) {
  const { npm_lifecycle_event: _, ...ours } = process.env;
  return spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: folder,
    env: { ...ours, npm_execpath: inside('npm-cli.mjs'), npm_node_execpath: process.execPath, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Starts, and returns the process and what the server said. */
async function start(options) {
  const child = spawnStart(options);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return { pid: child.pid, said: JSON.parse(output.trim().split('\n').at(-1)) };
}

const askedOfNpm = () => (existsSync(inside('asked-of-npm')) ? readFileSync(inside('asked-of-npm'), 'utf8') : '');
const page = (app) => JSON.parse(readFileSync(inside(app, 'dist/index.html'), 'utf8'));

describe('the parts of a start', () => {
  it('are those that somebody has installed by npm for this lock file, whatever its time', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await utimes(inside('package-lock.json'), later, later);
    await start();
    expect(askedOfNpm()).toBe('');
  });

  it('are installed anew where others are there, whatever the times of the files', async () => {
    await put('package-lock.json', lockOf('2.0.0'));
    const long = new Date('2001-01-01');
    await utimes(inside('package-lock.json'), long, long);
    await start();
    await start();
    expect(askedOfNpm()).toBe('ci\n');
  });

  it.each([
    ['one is missing', (packages) => ({ packages: { ...packages, 'node_modules/vite': undefined } })],
    ['one is too many', (packages) => ({ packages: { ...packages, 'apps/web/node_modules/vite': {} } })],
    ['npm has been cut as it noted them', () => '{ "packages": {'],
  ])('are installed anew where %s', async (_what, changed) => {
    await put('node_modules/.package-lock.json', changed(recordOf(lockOf('1.0.0')).packages));
    await start();
    expect(askedOfNpm()).toBe('ci\n');
  });

  it('are installed anew where older ones have come in by hand since the last start', async () => {
    await put('package-lock.json', lockOf('2.0.0'));
    await start();
    await put('node_modules/.package-lock.json', recordOf(lockOf('1.0.0')));
    await start();
    expect(askedOfNpm()).toBe('ci\nci\n');
  });
});

describe('a build of the pages', () => {
  it('gets nothing of the environment that is for the server, or that would make other pages', async () => {
    await start({ env: { NODE_ENV: 'development', VITE_TITLE: 'x', DATABASE_URL: 'postgres://owner:CANARY@db/p' } });
    for (const app of ['apps/web', 'apps/verifier']) {
      expect(page(app)).toMatchObject({ NODE_ENV: 'production', PATH: process.env.PATH });
      expect(page(app)).not.toHaveProperty('VITE_TITLE');
      expect(JSON.stringify(page(app))).not.toContain('CANARY');
    }
  });

  const memory = '/dev/shm';
  const isOtherVolume = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;
  it.skipIf(!isOtherVolume)('comes in where the packages are on a volume of their own, and again', async () => {
    const volume = await mkdtemp(join(memory, 'perenne-volume-'));
    try {
      await cp(inside('node_modules'), volume, { recursive: true, verbatimSymlinks: true });
      await rm(inside('node_modules'), { recursive: true });
      await symlink(volume, inside('node_modules'));
      await start();
      await put('apps/web/src/ui/source.ts', 'changed');
      await start({ env: { HOME: '/second' } });
      expect(page('apps/web')).toMatchObject({ HOME: '/second' });
    } finally {
      await rm(volume, { recursive: true });
    }
  });

  const listBuilds = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => /build-(?:[^/]*-)?\w{6}$/.test(name));

  it('that is killed leaves what the next start removes', async () => {
    await put('never-ends', '');
    const killed = spawnStart();
    await expect.poll(() => readFileSync(inside('never-ends'), 'utf8'), { timeout: 30_000 * pace }).not.toBe('');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    process.kill(Number(readFileSync(inside('never-ends'), 'utf8')), 'SIGKILL');
    await rm(inside('never-ends'));
    expect(await listBuilds()).toHaveLength(1);
    await start();
    expect(await listBuilds()).toEqual([]);
  });

  it('touches none of a process that lives, or of another machine, and takes none for sources', async () => {
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    const others = [`${hostname()}-${process.pid}-abc123`, `${hostname()}-2-${ended.pid}-abc123`];
    await start();
    const built = statSync(inside('apps/web/dist/index.html')).mtimeMs;
    for (const name of others) await put(`apps/web/.build-${name}/dist/index.html`, '');
    await start();
    expect((await listBuilds()).toSorted()).toEqual(others.map((name) => `apps/web/.build-${name}`).toSorted());
    expect(statSync(inside('apps/web/dist/index.html')).mtimeMs).toBe(built);
  });
});

describe('a start', () => {
  const handsOver = process.execve !== undefined && process.platform !== 'win32';
  it.skipIf(!handsOver)('leaves no process but the server, which takes its place', async () => {
    const { pid, said } = await start({ args: ['--given'] });
    expect(said).toEqual({ pid, ppid: process.pid, args: ['--given'] });
  });
});
