// Waits for the end of its input, which is the end of the run that started it; then ends what the run left behind.
// Arguments: the run's folders. Their name is the run's name.
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const folders = process.argv.slice(2);
const mark = `PERENNE_TEST_RUN=${basename(folders[0])}\0`;
const rounds = 100;
/** What PostgreSQL has put there: a server that is killed leaves it. */
const sharedMemory = /\/dev\/shm\/PostgreSQL\.\d+/g;
const left = new Set();

for await (const _ of process.stdin);
for (let round = 0; round < rounds && (await killAll()) > 0; round += 1) await sleep(50);
for (const path of left) await rm(path, { force: true });
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Kills every process of the run; returns how many it found. Without /proc, those that end by themselves remain. */
async function killAll() {
  const pids = (await readdir('/proc').catch(() => [])).filter(
    (name) => /^\d+$/.test(name) && name !== String(process.pid),
  );
  const found = await Promise.all(pids.map(async (pid) => ((await isOfRun(pid)) ? [Number(pid)] : [])));
  // Of all of them before the first is killed: the others end with it.
  const paths = await Promise.all(found.flat().map(listSharedMemory));
  for (const path of paths.flat()) left.add(path);
  for (const pid of found.flat()) kill(pid);
  return found.flat().length;
}

/** By what it was started with; or, where it has an environment of its own as PostgreSQL has, by the folder it works in. */
async function isOfRun(pid) {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (environment.includes(mark)) return true;
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return folders.some((folder) => workingFolder.startsWith(`${folder}/`));
}

async function listSharedMemory(pid) {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  return maps.match(sharedMemory) ?? [];
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in between.
  }
}
