import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import sharp from 'sharp';
import { mostMarkedPages } from '../protocol.ts';
import type { Mark } from '../reading.ts';
// Loaded first, it closes the decoders that nothing needs.
import './images.ts';
import type { Pages } from './pages.ts';

/** Enough to read a paper by, not to print it as if it were the original. */
const sidePx = 2_000;
/** The long side of a sheet of A4, in points. */
const longestPt = 842;

/**
 * The pages as pictures, the mark drawn into each so that no program takes it away again. The same pages and the same
 * mark make the same bytes. @throws {RangeError} more pages than a paper has
 */
export async function markPages(pages: Pages, mimeType: string, mark: Mark): Promise<Buffer> {
  if (!mimeType.startsWith('application/pdf')) return (await markPage(pages, 0, mark)).picture;
  if (pages.count > mostMarkedPages) throw new RangeError('too many pages to be marked');
  // Without an instant of its own, so that it is the same each time; the fonts of the format are not needed.
  const pdf = new Pdf({ autoFirstPage: false, font: '', info: { CreationDate: new Date(0) } });
  const bytes = buffer(pdf);
  for (let index = 0; index < pages.count; index += 1) {
    const { picture, width, height } = await markPage(pages, index, mark);
    const scale = longestPt / Math.max(width, height);
    const size: [number, number] = [width * scale, height * scale];
    pdf.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0], height: size[1] });
  }
  pdf.end();
  return bytes;
}

async function markPage(pages: Pages, index: number, mark: Mark) {
  const page = await pages.draw(index, sidePx);
  const { data, info } = await page
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const picture = await sharp(data, { raw: { width, height, channels } })
    .composite([{ input: await drawOverlay({ width, height }, mark) }])
    .jpeg({ quality: 82 })
    .toBuffer();
  return { picture, width, height };
}

const degrees = -28;
/** Letters of the mark along the longest side of a page. */
const lettersAlong = 42;

/** The mark all over a page, aslant, dark within a light edge: to be seen on paper and on a photograph. */
async function drawOverlay({ width, height }: { width: number; height: number }, mark: Mark): Promise<Buffer> {
  const scale = Math.max(width, height) / lettersAlong / mark.em;
  const step = { x: mark.width * scale + mark.em * scale * 3, y: mark.height * scale + mark.em * scale * 2.5 };
  const reach = Math.hypot(width, height) / 2;
  const places: string[] = [];
  for (let row = -Math.ceil(reach / step.y); row * step.y < reach; row += 1)
    for (let column = -Math.ceil(reach / step.x) - 1; column * step.x < reach; column += 1) {
      const shift = row % 2 === 0 ? 0 : step.x / 2;
      places.push(`<use href="#m" transform="translate(${column * step.x + shift} ${row * step.y}) scale(${scale})"/>`);
    }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><path id="m" d="${mark.outline}" fill="#12242b" fill-opacity=".34" stroke="#ffffff" stroke-opacity=".5" stroke-width="${mark.em / 14}" paint-order="stroke"/></defs><g transform="translate(${width / 2} ${height / 2}) rotate(${degrees})">${places.join('')}</g></svg>`;
  return renderOwn(svg);
}

/** Renders our own drawings: the decoder is open for them alone. */
async function renderOwn(svg: string): Promise<Buffer> {
  const decoder = { operation: ['VipsForeignLoadSvg'] };
  sharp.unblock(decoder);
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  } finally {
    sharp.block(decoder);
  }
}
