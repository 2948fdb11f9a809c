import { crc32, deflateSync } from 'node:zlib';

type Bytes = Buffer<ArrayBuffer>;

/** A PDF of one page: a title on a band of colour, and lines. */
export function makePdf(title: string): Bytes {
  const drawing = [
    '0.06 0.31 0.35 rg 40 700 515 90 re f',
    `1 g BT /F1 26 Tf 60 735 Td (${title.replace(/[^\x20-\x7e]/g, '').replace(/[()\\]/g, '')}) Tj ET`,
    '0.2 g',
    ...Array.from({ length: 12 }, (_, line) => `BT /F1 12 Tf 60 ${640 - line * 26} Td (Ligne ${line + 1}) Tj ET`),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
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

/** A picture of bands, so that one can tell that it is shown. */
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
