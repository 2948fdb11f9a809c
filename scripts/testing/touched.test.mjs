import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { foldersOf, listAreas } from './selection.mjs';
import { findTouchedBy, listChanged, outside, readers } from './touched.mjs';

const touchedBy = (...changed) => findTouchedBy(changed, { since: 'main', all: listAreas() });
const tests = globSync(['{apps,packages}/**/*.test.ts', 'scripts/**/*.test.mjs', 'journeys/**/*.spec.ts'], {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
}).map((file) => file.replaceAll('\\', '/'));

describe('a change', () => {
  it('runs the area that it is in and those that import it, on the server and in the pages', () => {
    expect(touchedBy('apps/server/src/domains/evidence/evidence.ts').areas).toEqual(
      expect.arrayContaining(['evidence', 'exports', 'cli', 'closing', 'app']),
    );
    expect(touchedBy('apps/web/src/features/home/home-page.tsx').areas).toEqual(['home', 'app']);
    expect(touchedBy('apps/server/src/domains/sharing/sharing.ts').areas).toContain('public-sharing');
  });

  it('runs the area that a file has left, and the one that it came to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perenne-touched-'));
    const git = (...args) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t', ...args], { cwd: folder });
    try {
      mkdirSync(join(folder, 'home'));
      writeFileSync(join(folder, 'home/greeting.ts'), 'export const greeting = 1;\n'.repeat(20));
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'a file');
      renameSync(join(folder, 'home'), join(folder, 'help'));
      git('add', '.');
      expect(new Set(listChanged('HEAD', folder))).toEqual(new Set(['help/greeting.ts', 'home/greeting.ts']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('runs everything where it serves every area', () => {
    for (const path of [
      'apps/server/src/app.ts',
      'packages/contract/src/errors.ts',
      'apps/verifier/src/checks/bytes.ts',
    ])
      expect(touchedBy('README.md', path)).toMatchObject({ areas: null, leftOut: expect.stringContaining(path) });
  });

  it('of a page that tests read runs those', () => {
    expect(touchedBy('docs/security.md', 'docs/architecture.md')).toMatchObject({
      areas: [],
      tests: ['scripts/named-tests.test.mjs'],
    });
    expect(touchedBy('docs/evidence.md').tests).toEqual([
      'apps/server/src/domains/evidence/by-hand.http.test.ts',
      'apps/server/src/domains/exports/archives-by-hand.http.test.ts',
    ]);
    const both = touchedBy('docs/evidence.md', 'apps/server/src/domains/evidence/evidence.ts');
    expect(both.tests).not.toContain('apps/server/src/domains/evidence/by-hand.http.test.ts');
  });

  it('of a test runs the one that looks for the names of tests', () => {
    for (const path of ['journeys/documents/trash.spec.ts', 'apps/web/src/features/home/latest.test.ts'])
      expect(touchedBy(path).tests).toEqual(['scripts/named-tests.test.mjs']);
  });

  it('of a domain runs the tests that read or call all of them', () => {
    expect(touchedBy('apps/server/src/domains/links/links.ts')).toMatchObject({
      areas: ['links'],
      tests: expect.arrayContaining(['apps/server/src/words.test.ts', 'apps/server/src/walls.http.test.ts']),
    });
  });

  it('names each area that it leaves out, the tests without one, and those of them that run', () => {
    const { leftOut } = touchedBy('docs/security.md');
    const named = [...listAreas(), ...outside].join(', ');
    expect(leftOut).toBe(`1 changed files since main. Left out: ${named}, but scripts/named-tests.test.mjs.`);
  });
});

describe('every test', () => {
  it('is in an area or among those that belong to none', () => {
    const folders = listAreas().flatMap(foldersOf);
    const known = (file) =>
      folders.some((folder) => file.startsWith(folder)) || outside.some((pattern) => matchesGlob(file, pattern));
    expect(tests.length).toBeGreaterThan(400);
    expect(tests.filter((file) => !known(file))).toEqual([]);
  });

  it('that is to run for what it reads exists', () => {
    expect(readers.flatMap((reader) => reader.tests).filter((file) => !tests.includes(file))).toEqual([]);
  });

  it('that reads a page, itself or by a part of tests that it imports, runs when the page changes', () => {
    const sources = globSync(['apps/server/src/testing/**/*.ts', 'journeys/**/*.ts', ...tests], { cwd: root });
    const read = (file) => readFileSync(join(root, file), 'utf8');
    const pagesOf = (file) => [...read(file).matchAll(/read\w*\([^\n]*?'[^'\n]*?((?:docs|bench)\/[^'\n]+)'/g)];
    const readersOf = (file) =>
      tests.includes(file) ? [file] : tests.filter((test) => read(test).includes(file.split('/').slice(-2).join('/')));
    const found = sources.flatMap((file) =>
      pagesOf(file).flatMap(([, page]) => readersOf(file).map((test) => ({ page, test }))),
    );
    expect(new Set(found.map(({ page }) => page))).toEqual(new Set(['docs/evidence.md', 'docs/security.md']));
    expect(found.filter(({ page, test }) => !touchedBy(page).tests.includes(test))).toEqual([]);
  });
});
