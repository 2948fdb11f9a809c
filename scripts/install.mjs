import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pinnedNodePath } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';
import { trimParts } from './trim-parts.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.perenne-install');
const testTool = join(modules, '.bin/vitest');
const always = ['--include=optional', '--ignore-scripts', '--prefer-offline', '--no-progress'];

/**
 * Installs what the lock file says, unless that is done: for a start, what the application is built and run with; for
 * the tests, their tools and types as well. NODE_ENV does not matter.
 */
export async function installParts({ forTests = true } = {}) {
  const lock = await describeLock();
  const isWhole = forTests || existsSync(testTool);
  if (await isInstalled(lock, isWhole)) return;
  console.log(
    `Installing the parts of the ${isWhole ? 'application and of its tests' : 'application'}: this time only.`,
  );
  const wanted = isWhole ? ['--include=dev'] : ['--omit=dev'];
  const { code, output } = await runNpm([...(await howToInstall(lock)), ...wanted, ...always]);
  if (code !== 0) {
    throw new Unprepared(
      `${excerpt(output)}\nThe parts of the application could not be installed: npm says why above.`,
    );
  }
  await ensureNodeLink();
  await trimParts(modules);
  await writeFile(stampFile, stampOf(lock, isWhole));
}

/** Parts installed for a start stay for the tests: a server may be running on them. */
async function howToInstall(lock) {
  return (await isInstalled(lock, false)) ? ['install', '--no-save'] : ['ci'];
}

/** Runs npm: the one that runs us, on the machine's own Node, for ours is among the files that `npm ci` replaces. */
export function runNpm(args, options) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: program = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(program).startsWith('npm')) return runQuietly(node, [program, ...args, ...quiet], options);
  return runQuietly('npm', [...args, ...quiet], { ...options, shell: process.platform === 'win32' });
}

async function describeLock() {
  const lock = await readFile(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

const stampOf = (lock, isWhole) => `${lock} ${isWhole ? 'whole' : 'to start'}\n`;

/** A whole install will do for a start. */
async function isInstalled(lock, isWhole) {
  const stamp = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
  if (stamp === stampOf(lock, true) || stamp === stampOf(lock, isWhole)) return true;
  return isInstalledByHand(isWhole);
}

/** Somebody has run npm since the lock file changed, for this machine and with the tools that are needed. */
async function isInstalledByHand(isWhole) {
  const record = join(modules, '.package-lock.json');
  const needed = [record, pinnedNodePath(), join(modules, '.bin/node'), join(modules, '.bin/vite')];
  if (isWhole) needed.push(testTool);
  if (!needed.every((path) => existsSync(path))) return false;
  // npm writes both files at the same time when it changes the lock file itself.
  const sameTimeMs = 2000;
  return (await stat(record)).mtimeMs >= (await stat(join(root, 'package-lock.json'))).mtimeMs - sameTimeMs;
}

/**
 * `node_modules/.bin/node` makes npm's scripts run under the pinned Node. npm 10 deletes that link together with the
 * packages of the other systems, which bear the same name.
 */
async function ensureNodeLink() {
  if (existsSync(join(modules, '.bin', 'node'))) return;
  await runNpm(['rebuild', '--ignore-scripts']);
}

const excerpt = (output) => output.trim().split('\n').slice(0, 8).join('\n');
