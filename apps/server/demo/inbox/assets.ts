import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Answer } from './pages.ts';

/** The files that the page needs beside itself, by path. */
export type Assets = ReadonlyMap<string, Answer>;

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const font = (name: string) => createRequire(import.meta.url).resolve(`@fontsource/${name}`);

const files = [
  { path: '/inbox.css', type: 'text/css; charset=utf-8', file: beside('./page/inbox.css') },
  { path: '/inbox.js', type: 'text/javascript; charset=utf-8', file: beside('./page/inbox.js') },
  { path: '/icon.svg', type: 'image/svg+xml', file: beside('./page/icon.svg') },
  { path: '/text.woff2', type: 'font/woff2', file: font('figtree/files/figtree-latin-400-normal.woff2') },
  { path: '/text-strong.woff2', type: 'font/woff2', file: font('figtree/files/figtree-latin-600-normal.woff2') },
  {
    path: '/title.woff2',
    type: 'font/woff2',
    file: font('bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2'),
  },
];

export async function readAssets(): Promise<Assets> {
  const entries = files.map(async ({ path, type, file }) => {
    return [path, { status: 200, type, body: await readFile(file) }] as const;
  });
  return new Map(await Promise.all(entries));
}
