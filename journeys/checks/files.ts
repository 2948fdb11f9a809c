import { crc32, deflateSync } from 'node:zlib';

type Bytes = Buffer<ArrayBuffer>;

/** A PDF of one page: a title on a band of colour, and lines. */
export const makePdf = (title: string): Bytes => makePages([title]);

/** A PDF of as many pages as there are titles; `catalog` adds to its root. */
export function makePages(titles: readonly string[], catalog = ''): Bytes {
  const kids = titles.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${titles.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...titles.flatMap((title, index) => {
      const drawing = drawingOf(title);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((body, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${end}`, 'latin1');
}

/** The letters of PDF's old encoding, which is that of Western Europe. */
const writable = (title: string): string => title.replace(/[^\x20-\x7e\xa0-\xff]/g, '').replace(/[()\\]/g, '');

const drawingOf = (title: string): string =>
  [
    '0.06 0.31 0.35 rg 40 700 515 90 re f',
    `1 g BT /F1 26 Tf 60 735 Td (${writable(title)}) Tj ET`,
    '0.2 g',
    ...Array.from({ length: 12 }, (_, line) => `BT /F1 12 Tf 60 ${640 - line * 26} Td (Ligne ${line + 1}) Tj ET`),
  ].join('\n');

/** A picture of bands, so that one can see that it is shown. */
export function makePng(width = 320, height = 200): Bytes {
  const row = (y: number) => {
    const pixels = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) pixels.set([40 + ((x >> 4) % 2) * 160, 90 + ((y >> 4) % 2) * 110, 120], 1 + x * 3);
    return pixels;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

/** A scan in TIFF, each page of one grey. */
export function makeTiff(greys: readonly number[], width = 120, height = 160): Bytes {
  const pageBytes = 2 + 8 * 12 + 4 + width * height;
  const pages = greys.map((grey, index) => {
    const start = 8 + index * pageBytes;
    const pixelsAt = start + 2 + 8 * 12 + 4;
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, pixelsAt],
      [278, height],
      [279, width * height],
    ];
    const page = Buffer.alloc(pageBytes, grey);
    page.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag = 0, value = 0], at) => {
      page.writeUInt16LE(tag, 2 + at * 12);
      page.writeUInt16LE(4, 4 + at * 12);
      page.writeUInt32LE(1, 6 + at * 12);
      page.writeUInt32LE(value, 10 + at * 12);
    });
    page.writeUInt32LE(index + 1 < greys.length ? start + pageBytes : 0, 2 + 8 * 12);
    return page;
  });
  return Buffer.concat([Buffer.from('49492a0008000000', 'hex'), ...pages]);
}
