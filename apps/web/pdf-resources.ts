import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Without WebAssembly, which the CSP refuses, the decoders are their JavaScript twins. */
const isServed = (folder: string, name: string) => folder !== 'wasm' || name.endsWith('_nowasm_fallback.js');

/**
 * Puts beside the pages what a PDF may need and does not hold: character maps, the standard fonts,
 * image decoders. The viewer asks for them by name, from our own origin; see `pdf-engine.ts`.
 */
export const pdfResources = (): Plugin => ({
  name: 'pdf-resources',
  apply: 'build',
  generateBundle() {
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      const from = path.join(path.dirname(packageFile), folder);
      for (const name of readdirSync(from).filter((file) => isServed(folder, file))) {
        const source = readFileSync(path.join(from, name));
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${folder}/${name}`, source });
      }
    }
  },
});
