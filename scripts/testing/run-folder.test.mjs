import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { pace } from './machine.mjs';

const module = fileURLToPath(new URL('run-folder.mjs', import.meta.url));

/** A run that starts one process with its mark and one that only works in its folder, and says where they are. */
const aRun = `
  import { spawn } from 'node:child_process';
  import { openRunFolder } from '${module}';
  const run = await openRunFolder();
  const sleep = (options) => spawn('sleep', ['600'], { stdio: 'ignore', detached: true, ...options }).pid;
  const marked = sleep({ env: { ...process.env, ...run.env } });
  await import('node:fs/promises').then(({ mkdir }) => mkdir(run.folder + '/work'));
  const inside = sleep({ cwd: run.folder + '/work', env: {} });
  console.log(JSON.stringify({ ...run.env, pids: [marked, inside] }));
  setInterval(() => {}, 1000);
`;

const embedded = fileURLToPath(
  new URL('../../apps/server/src/platform/postgres/embedded/embedded-postgres.ts', import.meta.url),
);
/** A run that starts a durable PostgreSQL, as an instance does, and says where its shared memory is. */
const aRunWithPostgres = `
  import { readFileSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { startEmbeddedPostgres } from '${embedded}';
  import { openRunFolder } from '${module}';
  const run = await openRunFolder();
  const dataFolder = run.folder + '/data';
  await startEmbeddedPostgres({ dataFolder, log: { info() {}, warn() {}, error() {} } });
  const [pid] = readFileSync(dataFolder + '/postgres/postmaster.pid', 'utf8').split('\\n');
  const others = readFileSync('/proc/' + pid + '/task/' + pid + '/children', 'utf8').trim().split(' ');
  const pids = [pid, ...others];
  // One that only starts the others may have ended by now.
  const mapsOf = (each) => readFile('/proc/' + each + '/maps', 'utf8').catch(() => '');
  const maps = (await Promise.all(pids.map(mapsOf))).join('');
  const memory = [...new Set(maps.match(/\\/dev\\/shm\\/PostgreSQL\\.\\d+/g))];
  console.log(JSON.stringify({ ...run.env, memory, pids }));
`;

const runs = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.kill('SIGKILL');
});

async function startRun(program = aRun) {
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  runs.push(run);
  const ended = once(run, 'exit').then(() => Promise.reject(new Error('the run has ended before it said anything')));
  const [line] = await Promise.race([once(createInterface({ input: run.stdout }), 'line'), ended]);
  return { run, ...JSON.parse(line) };
}

/** A process that was killed stays in the table, without doing anything, until its parent looks. */
function isAlive(pid) {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe.runIf(process.platform === 'linux')('a run that is killed', () => {
  it('leaves no process and no folder behind', async () => {
    const { run, pids, TMPDIR: folder, PERENNE_TEST_QUICK_FOLDER: quick } = await startRun();
    expect(pids.map(isAlive)).toEqual([true, true]);
    expect([folder, quick].map((path) => existsSync(path))).toEqual([true, true]);
    run.kill('SIGKILL');
    await expect
      .poll(() => [folder, quick].map((path) => existsSync(path)), { timeout: 30_000 * pace })
      .toEqual([false, false]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('leaves no shared memory of a PostgreSQL behind', async () => {
    const { run, pids, memory, TMPDIR: folder } = await startRun(aRunWithPostgres);
    expect(memory).not.toEqual([]);
    run.kill('SIGKILL');
    await expect.poll(() => existsSync(folder), { timeout: 30_000 * pace }).toBe(false);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(memory.filter((path) => existsSync(path))).toEqual([]);
  });

  it('does not touch what another run has started', async () => {
    const [one, other] = [await startRun(), await startRun()];
    one.run.kill('SIGKILL');
    await expect.poll(() => existsSync(one.TMPDIR), { timeout: 30_000 * pace }).toBe(false);
    expect(other.pids.map(isAlive)).toEqual([true, true]);
    expect(existsSync(other.TMPDIR)).toBe(true);
  });
});
