import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from '../pinned-node.mjs';

const prefix = 'perenne-run-';
const guard = fileURLToPath(new URL('guard.mjs', import.meta.url));
const memory = '/dev/shm';
const roomInMemory = 2 * 1024 ** 3;
/** A younger folder may belong to a run that is about to start its guard. */
const leftoverAgeMs = 60_000;

/**
 * A folder for all that a run puts down outside the checkout, named after the run, and a second one in memory where
 * there is room. A guard outlives the run, however that ends: it kills the run's processes and removes both folders.
 */
export async function openRunFolder() {
  await removeLeftovers();
  const run = `${prefix}${randomBytes(4).toString('hex')}`;
  const folder = join(tmpdir(), run);
  const quick = (await hasRoomInMemory()) ? join(memory, run) : folder;
  for (const path of new Set([folder, quick])) await makeFolder(path);
  const watching = startGuard([folder, quick]);
  await writeFile(join(folder, 'guard.pid'), String(watching.pid));
  return {
    folder,
    /** Every program of the run is started with these. The guard finds them by the first of these variables. */
    env: { PERENNE_TEST_RUN: run, PERENNE_TEST_QUICK_FOLDER: quick, TMPDIR: folder },
    /** Ends what is left of the run, and returns once nothing is. */
    close: () => endOfGuard(watching),
  };
}

/** Other accounts must enter it: PostgreSQL does not run as root. */
async function makeFolder(path) {
  await mkdir(path);
  await chmod(path, 0o711);
}

/** It sees the end of this process, even a kill, by the end of its input. In a session of its own, it gets no Ctrl-C. */
function startGuard(folders) {
  const child = spawn(pinnedNode(), [guard, ...folders], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.on('error', () => {});
  child.unref();
  child.stdin.unref();
  return child;
}

/** Runs whose guard was killed as well. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    if ((await isGuarded(folder)) || (await isYoung(folder))) continue;
    await endOfGuard(startGuard([folder, join(memory, name)]));
  }
}

async function endOfGuard(watching) {
  watching.ref();
  const ended = once(watching, 'exit');
  watching.stdin.end();
  await ended;
}

async function isGuarded(folder) {
  const pid = await readFile(join(folder, 'guard.pid'), 'utf8').catch(() => '');
  if (!pid) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (command !== null) return command.includes(folder);
  return !existsSync('/proc') && isAlive(Number(pid));
}

async function isYoung(folder) {
  const found = await stat(folder).catch(() => null);
  return found === null || Date.now() - found.mtimeMs < leftoverAgeMs;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function hasRoomInMemory() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize > roomInMemory;
}
