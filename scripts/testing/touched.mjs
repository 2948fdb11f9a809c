import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, Unprepared } from '../run.mjs';

const domains = 'apps/server/src/domains';
/** No test reads them. */
const untested = /^(docs|bench)\/|^[^/]+\.md$|^\.gitignore$/;
const areaFolders = [
  /^apps\/server\/src\/domains\/([^/]+)\//,
  /^apps\/web\/src\/features\/([^/]+)\//,
  /^apps\/server\/(demo)\//,
  /^apps\/server\/src\/(cli)\//,
  // Files that journeys share belong to all of them.
  /^journeys\/(?!screens|people|checks)([^/]+)\//,
];

/**
 * The areas whose tests a change may break: those of the changed files, and the domains that import them, however far.
 * `areas` is null where a file belongs to no area: everything runs then. `leftOut` says so in a sentence.
 */
export function findTouched(since, all) {
  const changed = listChanged(since).filter((path) => !untested.test(path));
  const shared = changed.find((path) => areaOf(path) === null);
  if (shared) return { areas: null, leftOut: `Nothing is left out: ${shared} serves every area.` };
  const areas = withDependents(new Set(changed.map(areaOf)));
  const others = all.filter((area) => !areas.has(area));
  const leftOut = `${changed.length} changed files since ${since}. Left out: ${others.join(', ') || 'nothing'}.`;
  return { areas: [...areas], leftOut };
}

function areaOf(path) {
  for (const folder of areaFolders) {
    const [, area] = folder.exec(path) ?? [];
    if (area) return area;
  }
  return null;
}

function listChanged(since) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = (text) => text.split('\n').filter(Boolean);
  try {
    const base = git('merge-base', since, 'HEAD').trim();
    return [...lines(git('diff', '--name-only', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))];
  } catch (error) {
    throw new Unprepared(`git does not know “${since}”: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/** Adds the domains that import one of these, until none is missing. */
function withDependents(areas) {
  const imports = readImports();
  const found = new Set(areas);
  // A set that grows while it is walked gives what was added as well.
  for (const area of found) for (const [domain, imported] of imports) if (imported.has(area)) found.add(domain);
  return found;
}

/** Which other domains each domain imports. */
function readImports() {
  const names = readdirSync(join(root, domains));
  return new Map(
    names.map((name) => [name, new Set(names.filter((other) => other !== name && mentions(name, other)))]),
  );
}

function mentions(domain, other) {
  const folder = join(root, domains, domain);
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.some((file) => readFileSync(join(folder, file), 'utf8').includes(`/${other}/${other}.ts'`));
}
