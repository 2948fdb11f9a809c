import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { OpenFile } from './pages.ts';
import { rawImage } from './images.ts';
import { attachmentsOf } from './pdf-attachments.ts';

/** PDFium in WebAssembly: what a hostile file does to it stays in its own memory. */
export async function openPdf(bytes: Buffer): Promise<OpenFile> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
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
