import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

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

const runs = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.kill('SIGKILL');
});

async function startRun() {
  const run = spawn(process.execPath, ['--input-type=module', '-e', aRun], { stdio: ['ignore', 'pipe', 'inherit'] });
  runs.push(run);
  const [line] = await once(createInterface({ input: run.stdout }), 'line');
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
      .poll(() => [folder, quick].map((path) => existsSync(path)), { timeout: 30_000 })
      .toEqual([false, false]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it('does not touch what another run has started', async () => {
    const [one, other] = [await startRun(), await startRun()];
    one.run.kill('SIGKILL');
    await expect.poll(() => existsSync(one.TMPDIR), { timeout: 30_000 }).toBe(false);
    expect(other.pids.map(isAlive)).toEqual([true, true]);
    expect(existsSync(other.TMPDIR)).toBe(true);
  });
});
