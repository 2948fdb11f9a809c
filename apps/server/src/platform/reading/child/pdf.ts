import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { OpenFile } from './pages.ts';
import { rawImage } from './images.ts';
import { attachmentsOf } from './pdf-attachments.ts';

/** Compiled once in a process, which takes 20 ms. */
const pdfium = await WebAssembly.compile(
  await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
);

/** Each document has an instance of its own: what a hostile file does to it stays in its own memory. */
const openLibrary = (): Promise<PDFiumLibrary> =>
  PDFiumLibrary.init({
    instantiateWasm: (imports, take) => {
      const instance = new WebAssembly.Instance(pdfium, imports);
      // The library takes an instance, whatever its types say.
      take(instance);
      return instance.exports;
    },
  });

export async function openPdf(bytes: Buffer): Promise<OpenFile> {
  const document = await (await openLibrary()).loadDocument(bytes);
  return {
    invoiceCandidates: () => attachmentsOf(document),
    pages: {
      count: document.getPageCount(),
      textOf: (index) => document.getPage(index).getText(),
      draw: async (index, longestPx) => {
        const page = document.getPage(index);
        const { originalWidth, originalHeight } = page.getOriginalSize();
        const scale = longestPx / Math.max(originalWidth, originalHeight, 1);
        const size = { width: pixels(originalWidth * scale), height: pixels(originalHeight * scale) };
        const { data, width, height } = await page.render({ ...size, render: 'bitmap' });
        return rawImage(data, width, height);
      },
    },
  };
}

const pixels = (length: number): number => Math.max(1, Math.min(10_000, Math.round(length)));
