import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const workspaces = ['', ...packages[''].workspaces];
/** The entry of a part in the lock file, as a workspace gets it. */
const partOf = (workspace, name) =>
  packages[`${workspace}/node_modules/${name}`] ?? packages[`node_modules/${name}`] ?? {};
const sources = ['apps/server/{src,demo,collectors}/**/*.ts', 'packages/*/src/**/*.ts'];
const isOfTests = (file) =>
  /\.(?:test|suite)\.ts$|\/(?:testing|misbehaving|attacking)\//.test(file.replaceAll('\\', '/'));

/** The packages that a file loads when it runs: types are gone by then. */
function loadedBy(file) {
  const found = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^;]*? from )?'([^'.#][^']*)'|(?:import|require(?:\.resolve)?)\('([^'.#][^']*)'/gm,
  );
  return [...found]
    .map(([, named, late]) => named ?? late)
    .filter((name) => !name.startsWith('node:') && !name.startsWith('@perenne/'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

it('the server loads no part that an install without development parts leaves out', () => {
  const files = globSync(sources, { cwd: root }).filter((file) => !isOfTests(file));
  const loaded = new Map(files.flatMap((file) => loadedBy(file).map((name) => [name, file])));
  expect([...loaded.keys()]).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'zod']));
  const leftOut = [...loaded].filter(([name]) => packages[`node_modules/${name}`]?.dev === true);
  expect(leftOut).toEqual([]);
});

/** Everything that a workspace declares in a field, with the workspace. */
const declared = (field) =>
  workspaces.flatMap((workspace) => Object.keys(packages[workspace][field] ?? {}).map((name) => [name, workspace]));

describe('an install without development parts', () => {
  it('has no tool of tests, measures, format or lint', () => {
    const tools = [
      ...['vitest', '@playwright/test', 'playwright', 'playwright-core', 'axe-core', 'lighthouse', 'autocannon'],
      ...['oxfmt', 'oxlint', 'oxlint-tsgolint', 'knip', 'typescript'],
      ...['@aws-crypto/client-node', 'cfb', 'fast-check', 'fauxqs', 'sms-segments-calculator'],
    ];
    expect(tools.filter((name) => partOf('', name).dev !== true)).toEqual([]);
  });

  it('has of what is declared for development only what something else needs when it runs', () => {
    const needed = new Set([...declared('dependencies'), ...declared('optionalDependencies')].map(([name]) => name));
    const left = declared('devDependencies').filter(([name, workspace]) => partOf(workspace, name).dev !== true);
    const alone = left.map(([name]) => name).filter((name) => !needed.has(name));
    expect([...new Set(alone)]).toEqual(['@types/node', '@types/react']);
  });

  it('has six parts of development that npm keeps, since parts of the product name them as optional peers', () => {
    const kept = Object.entries(packages).filter(([, { devOptional }]) => devOptional === true);
    expect(kept.map(([path]) => path.replace('node_modules/', ''))).toEqual([
      ...['@types/node', '@types/react', 'csstype', 'jiti', 'undici-types', 'yaml'],
    ]);
  });

  it('has no part in the server or its libraries that only tests load', () => {
    const loaded = new Set(
      globSync(sources, { cwd: root })
        .filter((file) => !isOfTests(file))
        .flatMap(loadedBy),
    );
    const ofServer = declared('dependencies').filter(([, workspace]) => /^(?:apps\/server|packages\/)/.test(workspace));
    const unloaded = ofServer
      .map(([name]) => name)
      .filter((name) => !name.startsWith('@perenne/') && !loaded.has(name));
    // Their files are read by their paths.
    expect(unloaded.filter((name) => !/^@(?:fontsource|tesseract\.js-data)\//.test(name))).toEqual([]);
  });
});
