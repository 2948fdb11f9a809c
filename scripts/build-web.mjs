import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compressFolder } from './compress.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';

const web = join(root, 'apps/web');
const builds = join(root, 'node_modules/.cache/perenne');
const stampFile = join(builds, 'web-build');
const notSources = new Set(['dist', 'node_modules', 'coverage']);

/**
 * Builds the web application into apps/web/dist, unless its sources are those of the last build. It is built elsewhere
 * and put in its place whole: what reads it meanwhile finds the build before, and two builds do not meet.
 */
export async function buildWeb() {
  const wanted = await describeSources();
  if (await isBuilt(wanted)) return;
  console.log('Building the web application.');
  await mkdir(builds, { recursive: true });
  const folder = await mkdtemp(join(builds, 'build-'));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const built = join(folder, 'dist');
    const { code, output } = await runQuietly(pinnedNode(), [vite, 'build', '--outDir', built], { cwd: web });
    if (code !== 0) throw new Unprepared(`${output.trim()}\nThe web application could not be built.`);
    await compressFolder(built);
    await putInPlace(built, join(folder, 'before'));
    await writeFile(stampFile, wanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putInPlace(built, before) {
  await rm(stampFile, { force: true });
  const place = join(web, 'dist');
  if (existsSync(place)) await rename(place, before);
  await rename(built, place);
}

async function isBuilt(wanted) {
  if (!existsSync(join(web, 'dist/index.html')) || !existsSync(stampFile)) return false;
  return (await readFile(stampFile, 'utf8')) === wanted;
}

async function describeSources() {
  const hash = createHash('sha256');
  const files = [...(await listFiles(web)), ...(await listFiles(join(root, 'packages/contract')))];
  for (const file of [...files.sort((a, b) => (a < b ? -1 : 1)), join(root, 'package-lock.json')]) {
    const content = await readFile(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const wanted = entries.filter(({ name }) => !notSources.has(name));
  const found = await Promise.all(
    wanted.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    }),
  );
  return found.flat();
}
