import type { Pdf } from '../pdf/pdf-engine.ts';
import { printPictures } from './print-sheets.ts';

/** 150 dots an inch: words are sharp, and a hundred pages still fit in the memory of a phone. */
const dotsPerPoint = 150 / 72;
const mostPixels = 12_000_000;

async function drawSheet(pdf: Pdf, number: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(dotsPerPoint, Math.sqrt(mostPixels / (width * height))) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  // Frees its memory now, and not when somebody collects it.
  canvas.width = 0;
  if (!picture) throw new Error('A page could not be drawn');
  return picture;
}

/** Draws every page, one after the other, and prints them. */
export async function printPdf(pdf: Pdf): Promise<void> {
  const pictures: Blob[] = [];
  for (let number = 1; number <= pdf.numPages; number++) pictures.push(await drawSheet(pdf, number));
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  await printPictures(pictures, { width, height });
}
