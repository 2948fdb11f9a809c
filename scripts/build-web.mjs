import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compressFolder } from './compress.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';

const builds = join(root, 'node_modules/.cache/perenne');
const notSources = new Set(['dist', 'node_modules', 'coverage']);

/** `sources`: the folders that a change of makes another build. Each app is built into its `dist`. */
const pages = {
  name: 'web application',
  app: 'apps/web',
  sources: ['apps/web', 'packages/contract'],
  stampFile: join(builds, 'web-build'),
};
/** One file, which every export takes along; it looks like the pages. */
const verifier = {
  name: 'verifier',
  app: 'apps/verifier',
  sources: ['apps/verifier', 'apps/web/src/ui', 'packages/contract'],
  stampFile: join(builds, 'verifier-build'),
};

/** Builds the web application and the verifier, unless their sources are those of the last build. */
export async function buildWeb() {
  await build(pages);
  await buildVerifier();
}

/** No instance starts without it. */
export const buildVerifier = () => build(verifier);

/**
 * An app is built elsewhere and put in its place whole: what reads it meanwhile finds the build before, and two builds
 * do not meet.
 */
async function build({ name, app, sources, stampFile }) {
  const wanted = await describeSources(sources);
  const place = join(root, app, 'dist');
  if (await isBuilt({ wanted, place, stampFile })) return;
  console.log(`Building the ${name}.`);
  await mkdir(builds, { recursive: true });
  const folder = await mkdtemp(join(builds, 'build-'));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const built = join(folder, 'dist');
    const options = { cwd: join(root, app) };
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
  const wanted = entries.filter(({ name }) => !notSources.has(name));
  const found = await Promise.all(
    wanted.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    }),
  );
  return found.flat();
}
