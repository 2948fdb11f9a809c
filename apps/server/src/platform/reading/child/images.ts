import { createRequire } from 'node:module';
import { decode as decodeBmp } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import type { OpenFile } from './pages.ts';

const require = createRequire(import.meta.url);

/** The largest scanners give a tenth of that; a page as large as a wall is no document. */
const mostPixels = 120_000_000;

const limits = { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'none' as const };

sharp.cache(false);
sharp.concurrency(1);
// Only the formats that a safe takes: no other decoder is there to be fooled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    ...['VipsForeignLoadNsgif', 'VipsForeignLoadTiff', 'VipsForeignLoadHeif'],
  ],
});

/** JPEG, PNG, WebP, GIF, AVIF and TIFF: upright as the camera was held; of moving ones, the first picture. */
export async function openImage(bytes: Buffer): Promise<OpenFile> {
  const { pages = 1, format } = await sharp(bytes, limits).metadata();
  const count = format === 'tiff' ? pages : 1;
  return {
    pages: { count, draw: async (page) => sharp(bytes, { ...limits, ...(count > 1 && { page }) }).autoOrient() },
  };
}

export const rawImage = (data: Uint8Array, width: number, height: number): Sharp =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 4 },
    limitInputPixels: mostPixels,
  });

function requirePixels(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > mostPixels) throw new RangeError('an image is too large');
}

const bmpHeadBytes = 30;

/** Its head gives its size, and decides how much memory the decoder takes. */
export async function openBmp(bytes: Buffer): Promise<OpenFile> {
  if (bytes.length < bmpHeadBytes) throw new RangeError('a bitmap is cut short');
  requirePixels(bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22)));
  const { data, width, height } = decodeBmp(bytes, { toRGBA: true });
  // Few bitmaps use the fourth channel for what is seen through: most leave it empty.
  for (let at = 3; at < data.length; at += 4) data[at] = 0xff;
  return { pages: { count: 1, draw: async () => rawImage(data, width, height) } };
}

type HeifImage = {
  get_width(): number;
  get_height(): number;
  display(into: { data: Uint8ClampedArray; width: number; height: number }, done: (result: unknown) => void): void;
};
type Heif = { HeifDecoder: new () => { decode(bytes: Buffer): HeifImage[] } };

/** The photographs of iPhones, decoded in WebAssembly. */
export async function openHeic(bytes: Buffer): Promise<OpenFile> {
  const { HeifDecoder } = require('libheif-js/wasm-bundle.js') as Heif;
  const [image] = new HeifDecoder().decode(bytes);
  if (!image) throw new Error('no image in it');
  const width = image.get_width();
  const height = image.get_height();
  requirePixels(width, height);
  const drawn = { data: new Uint8ClampedArray(width * height * 4), width, height };
  await new Promise<void>((resolve, reject) => {
    image.display(drawn, (result) => (result ? resolve() : reject(new Error('an image cannot be decoded'))));
  });
  return { pages: { count: 1, draw: async () => rawImage(new Uint8Array(drawn.data.buffer), width, height) } };
}
