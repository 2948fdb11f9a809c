import { randomBytes } from 'node:crypto';
import { encode } from 'bmp-ts';
import { strToU8, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';

/** A real PDF that says something. */
export async function pdfSaying(text: string): Promise<Buffer> {
  return drawn((document) => document.fontSize(14).text(text));
}

/** As many pages, each with its number. */
export async function pdfOfPages(count: number): Promise<Buffer> {
  return drawn((document) => {
    for (let page = 1; page <= count; page += 1) (page > 1 ? document.addPage() : document).text(`Page ${page}`);
  });
}

/** A PDF of one page that says something above a picture. */
export const pdfWith = (text: string, picture: Buffer): Promise<Buffer> =>
  drawn((document) => document.fontSize(14).text(text).image(picture, { width: 400 }));

/** A PDF whose only page is a picture, as scanners make them. */
export async function scanOf(picture: Buffer): Promise<Buffer> {
  return drawn((document) => document.image(picture, 0, 0, { width: 600 }));
}

async function drawn(draw: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PdfDocument();
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    document.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('end', () => resolve());
  });
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A picture of 1,000 by 600 pixels on which something is written, large. */
export const pictureSaying = (text: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="600"><rect width="1000" height="600" fill="white"/><text x="60" y="200" font-size="60" font-family="sans-serif">${text}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** The lines for machines at the foot of a paper, photographed: signs of one width, as ICAO 9303 has them. */
export const pictureOfLines = (lines: readonly string[]): Promise<Buffer> => {
  const written = lines.map((line, at) => {
    const signs = line.replaceAll('<', '&lt;');
    return `<text x="60" y="${500 + at * 90}" font-size="60" font-family="DejaVu Sans Mono, monospace">${signs}</text>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="900"><rect width="1800" height="900" fill="white"/>${written.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
};

/** A page as a scanner makes it at 200 points an inch, which hardly any compression shortens. */
export const noisyPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 1654, height: 2339, channels: 3, background: 'white' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();

/** Grey points that no compression shortens: the file has a byte for each, and little more. */
export const greyNoise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

export async function bitmapOf(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  // The encoder wants alpha, blue, green, red.
  for (let at = 0; at < data.length; at += 4) data.subarray(at, at + 4).reverse();
  return Buffer.from(encode({ data, width: info.width, height: info.height, bitPP: 24 }).data);
}

/** 64 by 48 pixels of one colour, in HEVC. */
export const heicSample = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACBtZGF0AAAAFCgBrwtg9eWDr//vXWzIOZiU/1Dg00',
  'base64',
);

export const zipOf = (parts: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

const officeMain = 'application/vnd.openxmlformats-officedocument';
const mains = {
  word: `${officeMain}.wordprocessingml.document.main+xml`,
  xl: `${officeMain}.spreadsheetml.sheet.main+xml`,
  ppt: `${officeMain}.presentationml.presentation.main+xml`,
};

/** The part by which programs know what kind of document an archive is. */
export const contentTypesOf = (kind: keyof typeof mains): Record<string, string> => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${kind}/main.xml" ContentType="${mains[kind]}"/></Types>`,
});

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A word may be cut into several runs, as the program does when one letter of it is bold. */
export const docxSaying = (...runs: string[]): Buffer =>
  zipOf({
    ...contentTypesOf('word'),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body><w:p>${runs.map(run).join('')}</w:p></w:body></w:document>`,
  });

export const xlsxSaying = (text: string, amount: number): Buffer =>
  zipOf({
    ...contentTypesOf('xl'),
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><row><c t="s"><v>0</v></c><c><v>${amount}</v></c></row></worksheet>`,
  });

export const pptxSaying = (text: string): Buffer =>
  zipOf({
    ...contentTypesOf('ppt'),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
  });

export const openDocumentSaying = (kind: 'text' | 'spreadsheet' | 'presentation', text: string): Buffer =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content xmlns:office="urn:o" xmlns:text="urn:t"><office:body><text:p><text:span>${text}</text:span></text:p></office:body></office:document-content>`,
  });

export const rtfSample = Buffer.from(
  "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 R\\'e9siliation d\\u8217?\\'e9t\\'e9\\par{\\*\\generator Riched20;}Fin}",
);

export const mailSample = Buffer.from(
  'From: Jean Moulin <jean@example.org>\r\nSubject: =?utf-8?q?R=C3=A9servation?=\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Votre <b>train</b> part</p>\r\n',
);
