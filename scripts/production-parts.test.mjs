import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const sources = ['apps/server/{src,demo,collectors}/**/*.ts', 'packages/*/src/**/*.ts'];
const isOfTests = (file) =>
  /\.(?:test|suite)\.ts$|\/(?:testing|misbehaving|attacking)\//.test(file.replaceAll('\\', '/'));

/** The packages that a file loads when it runs: types are gone by then. */
function loadedBy(file) {
  const found = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^;]*? from )?'([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm,
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
