import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { compressFolder } from './compress.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';

const stamps = join(root, 'node_modules/.cache/perenne');
/** A build under way. It names its process, and the machine: in another container, the same number is another process. */
const underWay = `.build-${hostname()}-`;
const isSource = (name) => !['dist', 'node_modules', 'coverage'].includes(name) && !name.startsWith('.build-');

/** `sources`: the folders that a change of makes another build. Each app is built into its `dist`. */
const pages = {
  name: 'web application',
  app: 'apps/web',
  sources: ['apps/web', 'packages/contract'],
  stampFile: join(stamps, 'web-build'),
};
/** One file, which every export takes along; it looks like the pages. */
const verifier = {
  name: 'verifier',
  app: 'apps/verifier',
  sources: ['apps/verifier', 'apps/web/src/ui', 'packages/contract'],
  stampFile: join(stamps, 'verifier-build'),
};

/** Builds the web application and the verifier, unless their sources are those of the last build. */
export async function buildWeb() {
  await build(pages);
  await buildVerifier();
}

/** No instance starts without it. */
export const buildVerifier = () => build(verifier);

/**
 * An app is built beside its place, where a rename brings it in whole: what reads it meanwhile finds the build before,
 * and two builds do not meet.
 */
async function build({ name, app, sources, stampFile }) {
  await removeLeftovers(join(root, app));
  const wanted = await describeSources(sources);
  const place = join(root, app, 'dist');
  if (await isBuilt({ wanted, place, stampFile })) return;
  console.log(`Building the ${name}.`);
  await mkdir(stamps, { recursive: true });
  const folder = await mkdtemp(join(root, app, `${underWay}${process.pid}-`));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const built = join(folder, 'dist');
    const options = { cwd: join(root, app), env: environmentOfBuild() };
    const { code, output } = await runQuietly(pinnedNode(), [vite, 'build', '--outDir', built], options);
    if (code !== 0) throw new Unprepared(`${output.trim()}\nThe ${name} could not be built.`);
    await compressFolder(built);
    await rm(stampFile, { force: true });
    if (existsSync(place)) await rename(place, join(folder, 'before'));
    await rename(built, place);
    await writeFile(stampFile, wanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what builds have left that were killed. */
async function removeLeftovers(folder) {
  for (const name of await readdir(folder)) {
    const [, number] = (name.startsWith(underWay) && /^(\d+)-\w{6}$/.exec(name.slice(underWay.length))) || [];
    if (number === undefined) continue;
    const pid = Number(number);
    // We build nothing yet: the number was that of another, as each time that a container starts.
    if (pid === process.pid || !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Names what a program needs to find its way on this machine, Windows too. The secrets of the server are none of Vite's
 * business, and its own variables would change the pages.
 */
function environmentOfBuild() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'PATHEXT', 'SYSTEMROOT', 'USERPROFILE', 'TEMP', 'TMP'];
  const ours = Object.entries(process.env).filter(([name]) => names.includes(name.toUpperCase()));
  return { ...Object.fromEntries(ours), NODE_ENV: 'production' };
}

async function isBuilt({ wanted, place, stampFile }) {
  if (!existsSync(place) || !existsSync(stampFile)) return false;
  return (await readFile(stampFile, 'utf8')) === wanted;
}

async function describeSources(folders) {
  const hash = createHash('sha256');
  const files = (await Promise.all(folders.map((folder) => listFiles(join(root, folder))))).flat();
  for (const file of [...files.sort((a, b) => (a < b ? -1 : 1)), join(root, 'package-lock.json')]) {
    const content = await readFile(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const wanted = entries.filter(({ name }) => isSource(name));
  const found = await Promise.all(
    wanted.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    }),
  );
  return found.flat();
}
