import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A name of this file alone, in each of its runs. */
const name = `of-a-test${process.pid}`;
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function make(): Promise<string> {
  const folder = await makeTemporaryFolder(name);
  folders.push(folder);
  return folder;
}

/** A folder with something in it, as another process would have made it. */
async function makeAs(pid: number): Promise<string> {
  const own = await make();
  const folder = join(own, '..', basename(own).replace(`-${process.pid}-`, `-${pid}-`));
  folders.push(folder);
  await mkdir(join(folder, 'mails'), { recursive: true });
  await writeFile(join(folder, 'mails', '1.eml'), '');
  return folder;
}

it('goes with the next start where its process was killed, and stays where that lives', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  const [left, living] = [await makeAs(ended.pid ?? 0), await makeAs(process.ppid)];
  const own = [await make(), await make()];
  expect([left, living, ...own].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
});

it('goes too where a container has given the next start the number of the killed one', async () => {
  const left = await make();
  const before = new Date(performance.timeOrigin - 60_000);
  await utimes(left, before, before);
  expect([existsSync(await make()), existsSync(left)]).toEqual([true, false]);
});
