import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Files of packages that nothing here reads: by their paths below node_modules, with slashes. */
export const unread = [
  // Source maps: Node reads them when it is asked to, and the build of the pages makes none.
  /\.map$/,
  // The headers of Node are for packages that compile on the machine. Ours come compiled.
  /^node-[a-z]+-[a-z0-9]+\/(include|share)\//,
  // The reader of PDF draws on a canvas of its own in Node. Our pages have that of the browser.
  /^@napi-rs\/canvas-[^/]+\/.*\.(node|dat)$/,
  // The pages import two files of the build for older browsers.
  /^pdfjs-dist\/(build|web|image_decoders|legacy\/(web|image_decoders))\//,
  /^pdfjs-dist\/legacy\/build\/(?!pdf\.(mjs|d\.mts)$|pdf\.worker\.min\.mjs$)/,
  // Substitutes for compiled parts and for files of their own in a browser.
  /^@hyzyla\/pdfium\/dist\/.*base64[^/]*$/,
  /^oxc-transform-react\/.*\.wasm$/,
  // The recogniser of words loads one build of the eight.
  /^tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$)/,
  // It knows its languages by their smaller models.
  /^@tesseract\.js-data\/[a-z]+\/4\.0\.0\//,
  // The reader of HEIC loads the build that has its WebAssembly inside of it.
  /^libheif-js\/(libheif\/libheif\.js$|libheif-wasm\/libheif(\.js|\.wasm|-bundle\.mjs)$)/,
  // The package manager of one package's authors.
  /^pdfkit\/\.yarn\//,
];

/** By its path below node_modules. */
export const isUnread = (name) => unread.some((pattern) => pattern.test(name));

/** Removes what serves nobody from the packages in this folder: a third of what npm puts there. */
export async function trimParts(modules) {
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const nameOf = (file) => relative(modules, file).replaceAll(sep, '/');
  const needless = files.filter((file) => isUnread(nameOf(file)));
  await Promise.all(needless.map((file) => rm(file, { force: true })));
}
