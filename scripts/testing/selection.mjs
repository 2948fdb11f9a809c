import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { root, Unprepared } from '../run.mjs';
import { findTouched } from './touched.mjs';

export const stepNames = ['check', 'build', 'unit', 'journeys'];

/** Folders whose sub-folders are areas: an area's name means the same on the server, in the pages and in the journeys. */
const parents = [
  'apps/server/src/domains',
  'apps/server/src',
  'apps/server',
  'apps/web/src/features',
  'apps/web/src',
  'apps',
  'packages',
  'journeys',
];
/** Areas of the pages and the journeys that have no name of their own on the server. */
const alsoIn = { sharing: ['public-sharing'] };
const notAreas = new Set([
  'server',
  'web',
  'src',
  'domains',
  'features',
  'node_modules',
  'dist',
  'public',
  'migrations',
  'screens',
  'people',
  'checks',
]);

/**
 * The tests that the command line asks for: `{steps, paths, leftOut, name, project, times}`. `paths` are files and folders, null
 * for all; `leftOut` names what `--since` did not select; `times` is how often each journey runs.
 */
export function readSelection(argv) {
  const { values, positionals } = parse(argv);
  const steps = positionals.filter((word) => stepNames.includes(word));
  const paths = positionals.filter((word) => !stepNames.includes(word)).flatMap(pathsOf);
  const single = { name: values.name, project: values.project, times: values.times };
  if (values.since === undefined)
    return { steps: stepsFor(steps, paths), paths: paths.length ? paths : null, ...single };
  const { areas, tests, leftOut } = findTouched(values.since, listAreas());
  if (areas === null) return { steps: stepsFor(steps, []), paths: null, leftOut, ...single };
  return {
    steps: steps.length ? steps : stepNames,
    paths: [...new Set([...areas.flatMap(foldersOf), ...tests])],
    leftOut,
    ...single,
  };
}

function parse(argv) {
  try {
    const options = {
      since: { type: 'string' },
      name: { type: 'string', short: 't' },
      project: { type: 'string' },
      times: { type: 'string' },
    };
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new Unprepared(error.message);
  }
}

/** One domain, or one file, is not checked as a whole: that takes longer than its tests. */
function stepsFor(steps, paths) {
  if (steps.length > 0) return steps.includes('journeys') ? [...new Set(['build', ...steps])] : steps;
  if (paths.length === 0) return stepNames;
  const hasJourneys = paths.some((path) => path.startsWith('journeys'));
  const hasOthers = paths.some((path) => !path.startsWith('journeys'));
  return [...(hasOthers ? ['unit'] : []), ...(hasJourneys ? ['build', 'journeys'] : [])];
}

/** A test file, with its line for a journey; or the folders of an area. */
function pathsOf(word) {
  const path = relative(root, resolve(root, word)).replaceAll(sep, '/');
  if (existsSync(join(root, path.replace(/:\d+$/, '')))) return [path];
  const folders = foldersOf(word);
  if (folders.length > 0) return folders;
  throw new Unprepared(
    `There is no step, area or file “${word}”. Steps: ${stepNames.join(', ')}. Areas: ${listAreas().join(', ')}.`,
  );
}

export const foldersOf = (area) =>
  [area, ...(alsoIn[area] ?? [])].flatMap((name) =>
    parents.map((parent) => `${parent}/${name}/`).filter((path) => !notAreas.has(name) && existsSync(join(root, path))),
  );

export function listAreas() {
  const names = parents.flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !notAreas.has(entry.name))
      .map(({ name }) => basename(name)),
  );
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other));
}
