import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pinnedNodePath } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';
import { trimParts } from './trim-parts.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
/** Written by npm: what it has installed, in the form of the lock file. */
const recordFile = join(modules, '.package-lock.json');
const stampFile = join(modules, '.perenne-install');
const testTool = join(modules, '.bin/vitest');
const always = ['--include=optional', '--ignore-scripts', '--prefer-offline', '--no-progress'];

/**
 * Installs what the lock file says, unless that is done: for a start, what the application is built and run with; for
 * the tests, their tools and types as well. NODE_ENV does not matter.
 */
export async function installParts({ forTests = true } = {}) {
  const isWhole = forTests || existsSync(testTool);
  if (await isInstalled(isWhole)) return;
  console.log(
    `Installing the parts of the ${isWhole ? 'application and of its tests' : 'application'}: this time only.`,
  );
  const wanted = isWhole ? ['--include=dev'] : ['--omit=dev'];
  const { code, output } = await runNpm([...(await howToInstall()), ...wanted, ...always]);
  if (code !== 0) {
    throw new Unprepared(
      `${excerpt(output)}\nThe parts of the application could not be installed: npm says why above.`,
    );
  }
  await ensureNodeLink();
  await trimParts(modules);
  await writeFile(stampFile, stampOf(await readParts(), isWhole));
}

/** Parts installed for a start stay for the tests: a server may be running on them. */
async function howToInstall() {
  return (await isInstalled(false)) ? ['install', '--no-save'] : ['ci'];
}

/** Runs npm: the one that runs us, on the machine's own Node, for ours is among the files that `npm ci` replaces. */
export function runNpm(args, options) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: program = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(program).startsWith('npm')) return runQuietly(node, [program, ...args, ...quiet], options);
  return runQuietly('npm', [...args, ...quiet], { ...options, shell: process.platform === 'win32' });
}

async function readParts() {
  const [lock, record] = await Promise.all([
    readFile(lockFile, 'utf8'),
    existsSync(recordFile) ? readFile(recordFile, 'utf8') : '{}',
  ]);
  return { lock, record };
}

/** By contents: the times of a checkout may be those of a backup or of another machine. */
function stampOf({ lock, record }, isWhole) {
  const contents = createHash('sha256').update(lock).update(record).digest('hex');
  return `${contents} ${process.platform} ${process.arch} ${isWhole ? 'whole' : 'to start'}\n`;
}

/** A whole install will do for a start. */
async function isInstalled(isWhole) {
  const parts = await readParts();
  const stamp = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
  if (stamp === stampOf(parts, true) || stamp === stampOf(parts, isWhole)) return true;
  return isInstalledByHand(parts, isWhole);
}

/** Somebody has run npm for this lock file and for this machine, with the tools that are needed. */
function isInstalledByHand({ lock, record }, isWhole) {
  const needed = [pinnedNodePath(), join(modules, '.bin/node'), join(modules, '.bin/vite')];
  if (isWhole) needed.push(testTool);
  if (!needed.every((path) => existsSync(path))) return false;
  return hasPartsOf(packagesIn(lock), packagesIn(record), isWhole);
}

function hasPartsOf(wanted, installed, isWhole) {
  const isAsWanted = ([path, part]) => path in wanted && isDeepStrictEqual(identityOf(part), identityOf(wanted[path]));
  // npm leaves out what is optional where it does not fit.
  const isMissed = ([path, { optional, dev }]) => path !== '' && !optional && (isWhole || !dev) && !(path in installed);
  return '' in wanted && Object.entries(installed).every(isAsWanted) && !Object.entries(wanted).some(isMissed);
}

/** None where a file is half written, or has the marks of a merge in it: npm, asked to install, says so. */
function packagesIn(file) {
  try {
    return JSON.parse(file).packages ?? {};
  } catch {
    return {};
  }
}

/** A part of npm has one digest; one of this repository has needs. */
const identityOf = ({ version, integrity, dependencies, optionalDependencies }) => ({
  ...{ version, integrity, dependencies, optionalDependencies },
});

/**
 * `node_modules/.bin/node` makes npm's scripts run under the pinned Node. npm 10 deletes that link together with the
 * packages of the other systems, which bear the same name.
 */
async function ensureNodeLink() {
  if (existsSync(join(modules, '.bin', 'node'))) return;
  await runNpm(['rebuild', '--ignore-scripts']);
}

const excerpt = (output) => output.trim().split('\n').slice(0, 8).join('\n');
