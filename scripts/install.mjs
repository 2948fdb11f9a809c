import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pinnedNodePath } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.perenne-install');

/** Installs what the lock file says, unless that is done. Build tools are included whatever NODE_ENV says. */
export async function installParts() {
  const wanted = await describeInstall();
  if (await isInstalled(wanted)) return;
  console.log('Installing the parts of the application: a minute or two, this time only.');
  const { code, output } = await runNpm(['ci', '--include=dev', '--include=optional', '--ignore-scripts']);
  if (code !== 0) {
    throw new Unprepared(
      `${excerpt(output)}\nThe parts of the application could not be installed: npm says why above.`,
    );
  }
  await ensureNodeLink();
  await writeFile(stampFile, wanted);
}

/** Runs npm: the one that runs us, on the machine's own Node, for ours is among the files that `npm ci` replaces. */
export function runNpm(args, options) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: program = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(program).startsWith('npm')) return runQuietly(node, [program, ...args, ...quiet], options);
  return runQuietly('npm', [...args, ...quiet], { ...options, shell: process.platform === 'win32' });
}

async function describeInstall() {
  const lock = await readFile(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
}

async function isInstalled(wanted) {
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted) return true;
  return isInstalledByHand();
}

/** Somebody has run npm since the lock file changed, for this machine and with the build tools. */
async function isInstalledByHand() {
  const record = join(modules, '.package-lock.json');
  const needed = [record, pinnedNodePath(), join(modules, '.bin/node'), join(modules, '.bin/vite')];
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
