import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { root, Unprepared } from '../run.mjs';

/** No test imports them. A few are read: see `readers`. */
const untested = /^(docs|bench)\/|^[^/]+\.md$|^\.gitignore$/;
/** Tests that read files which they do not import. */
export const readers = [
  {
    reads: /^docs\/evidence\.md$/,
    tests: [
      'apps/server/src/domains/evidence/by-hand.http.test.ts',
      'apps/server/src/domains/exports/archives-by-hand.http.test.ts',
    ],
  },
  // It looks for the tests that the page names.
  { reads: /^docs\/security\.md$|\.(?:test|spec)\.m?[jt]s$/, tests: ['scripts/named-tests.test.mjs'] },
  {
    reads: /^apps\/server\/src\/domains\//,
    tests: ['words', 'walls.http', 'declared-errors'].map((name) => `apps/server/src/${name}.test.ts`),
  },
  { reads: /^apps\/server\/.*\.ts$/, tests: ['scripts/production-parts.test.mjs'] },
];
/** Tests that belong to no area. */
export const outside = ['apps/server/src/*.test.ts', 'scripts/**/*.test.mjs'];
const areaFolders = [
  /^apps\/server\/src\/domains\/([^/]+)\//,
  /^apps\/web\/src\/features\/([^/]+)\//,
  /^apps\/server\/(demo)\//,
  /^apps\/server\/src\/(cli)\//,
  // Files that journeys share belong to all of them.
  /^journeys\/(?!screens|people|checks)([^/]+)\//,
];
/** It brings the features together: whatever it changes itself serves them all. */
const appFolder = /^apps\/web\/src\/(app)\//;
const sources = ['apps/server/src', 'apps/server/demo', 'apps/web/src'];

/** What to run after all that has changed since a commit. */
export const findTouched = (since, all) => findTouchedBy(listChanged(since), { since, all });

/**
 * The areas whose tests a change may break: those of the changed files, and those that import them, however far; and the
 * `tests` of other areas, or of none, that read a changed file. `areas` is null where a file belongs to no area:
 * everything runs then. `leftOut` says so in a sentence.
 */
export function findTouchedBy(changed, { since, all }) {
  const tested = changed.filter((path) => !untested.test(path));
  const shared = tested.find((path) => areaOf(path) === null);
  if (shared) return { areas: null, tests: [], leftOut: `Nothing is left out: ${shared} serves every area.` };
  const areas = withDependents(new Set(tested.map((path) => areaOf(path))));
  const tests = readersOf(changed).filter((test) => !areas.has(areaOf(test)));
  const others = [...all.filter((area) => !areas.has(area)), ...outside];
  const besides = tests.length > 0 ? `, but ${tests.join(', ')}` : '';
  const leftOut = `${changed.length} changed files since ${since}. Left out: ${others.join(', ')}${besides}.`;
  return { areas: [...areas], tests, leftOut };
}

const readersOf = (changed) =>
  readers.filter(({ reads }) => changed.some((path) => reads.test(path))).flatMap(({ tests }) => tests);

function areaOf(path, folders = areaFolders) {
  for (const folder of folders) {
    const [, area] = folder.exec(path) ?? [];
    if (area) return area;
  }
  return null;
}

/** A file that was moved is two: the area that it left is touched, too. */
export function listChanged(since, folder = root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = (text) => text.split('\n').filter(Boolean);
  try {
    const base = git('merge-base', since, 'HEAD').trim();
    return [
      ...lines(git('diff', '--name-only', '--no-renames', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ];
  } catch (error) {
    throw new Unprepared(`git does not know “${since}”: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/** Adds the areas that import one of these, until none is missing. */
function withDependents(areas) {
  const imports = readImports();
  const found = new Set(areas);
  // A set that grows while it is walked gives what was added as well.
  for (const area of found) for (const [importer, imported] of imports) if (imported.has(area)) found.add(importer);
  return found;
}

/** Which areas each area imports. */
function readImports() {
  // The pages of visitors have no name of their own on the server.
  const imports = new Map([['public-sharing', new Set(['sharing'])]]);
  for (const file of sources.flatMap(listSources)) {
    const importer = areaOf(file, [...areaFolders, appFolder]);
    if (importer === null) continue;
    const found = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
    const imported = [...found].map(([, path]) => areaOf(posix.join(posix.dirname(file), path)));
    imports.set(importer, new Set([...(imports.get(importer) ?? []), ...imported]));
  }
  return imports;
}

const listSources = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file.replaceAll(sep, '/')}`);
