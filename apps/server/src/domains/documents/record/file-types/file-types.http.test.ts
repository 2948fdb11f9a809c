import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptReader } from '../../../../testing/fakes/prompt-reader.ts';
import { Depositor } from '../../../../testing/people/depositor.ts';
import { makeForm, makeOwner, makePdf, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import * as sample from '../../../../testing/files/sample-files.ts';
import { Sharer } from '../../../../testing/people/sharer.ts';
import { tokenOf } from '../../../../testing/people/links.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import * as typed from '../../../../testing/files/typed-files.ts';
import { ContentEnds } from '../../upload/content-ends.ts';
import { isWhole, tailBytesOf, signatureRange } from '../file-type.rules.ts';

const { compoundFile, archiveOf, noise, scanIn, brandedFile } = typed;

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ reader: promptReader() });
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const pdf = makePdf('bail');
const after = (junk: string | Buffer) => Buffer.concat([Buffer.from(junk), pdf]);
const png = await sample.pictureSaying('Photo');
const avif = await sharp(png).avif().toBuffer();
const jpeg = await sharp(png).jpeg().toBuffer();
const moving = await typed.movingPng();
const scans = {
  small: await scanIn('none', 40),
  lzw: await scanIn('lzw'),
  fax: await scanIn('ccittfax4', 1_600),
  deflate: await scanIn('deflate', 900),
};
const officeTypes = (kind: 'word' | 'xl' | 'ppt') =>
  Buffer.from(sample.contentTypesOf(kind)['[Content_Types].xml'] ?? '');
const far = { 'media/1.bin': noise(150_000) };
const farOnBothSides = { ...far, 'media/2.bin': noise(1_200_000) };
const odf = 'application/vnd.oasis.opendocument';
const manifest = (type: string) =>
  Buffer.from(
    `<manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
  );
const manyParts = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, index) => [`xl/worksheets/sheet${index}.xml`, Buffer.from('<a/>')]),
);
const utf16 = (text: Buffer) => Buffer.from(`\ufeff${text.toString()}`, 'utf16le');

const message = { '__properties_version1.0': 100, '__substg1.0_0037001F': 2_000 };

describe('a file that is what its name says', () => {
  it.each<[string, string, Buffer]>([
    ['a PNG that moves', 'logo.png', moving],
    ['a photograph called as old programs do', 'photo.jfif', jpeg],
    ['a picture in AVIF', 'photo.avif', avif],
    ['a picture in AV1 in the container of HEIF', 'photo.heif', avif],
    ['a photograph of a telephone', 'photo.heic', sample.heicSample],
    ['the same by its other name', 'photo.heif', sample.heicSample],
    ['a row of pictures in HEIF', 'photo.heif', brandedFile('msf1', 'hevc')],
    ['a small TIFF', 'page.tif', scans.small],
    ['a scan in LZW with its directory behind', 'page.tif', scans.lzw],
    ['a scan of a fax, Group 4', 'page.tiff', scans.fax],
    ['a scan in Deflate of several hundred KB', 'page.tiff', scans.deflate],
    ['a BigTIFF', 'page.tif', typed.bigTiff(300_000)],
    ['a PDF', 'bail.pdf', pdf],
    ['a PDF after empty lines', 'bail.pdf', after('\r\n'.repeat(100))],
    ['a PDF after the order of a printer', 'bail.pdf', after('\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n')],
    ['a PDF after the head of a mail', 'bail.pdf', after('Content-Type: application/pdf\r\n\r\n')],
    ['a PDF after a thousand bytes', 'bail.pdf', after(Buffer.alloc(1_019, 'x'))],
    ['a letter', 'lettre.docx', sample.docxSaying('Bonjour')],
    [
      'a letter whose media types come last',
      'l.docx',
      archiveOf({ 'word/document.xml': noise(200_000), '[Content_Types].xml': officeTypes('word') }),
    ],
    [
      'a letter whose media types are in the middle',
      'l.docx',
      archiveOf({ ...far, '[Content_Types].xml': officeTypes('word'), 'word/document2.xml': noise(1_200_000) }),
    ],
    [
      'a letter with its media types in UTF-16',
      'l.docx',
      archiveOf({ '[Content_Types].xml': utf16(officeTypes('word')) }),
    ],
    ['a letter with a few bytes behind it', 'l.docx', Buffer.concat([sample.docxSaying('Bonjour'), Buffer.alloc(40)])],
    ['a table', 'table.xlsx', sample.xlsxSaying('Loyer', 742.5)],
    ['a table of 3,000 sheets', 'table.xlsx', archiveOf({ '[Content_Types].xml': officeTypes('xl'), ...manyParts })],
    ['slides', 'bilan.pptx', sample.pptxSaying('Bilan')],
    [
      'slides with a table inside',
      'bilan.pptx',
      archiveOf({ '[Content_Types].xml': officeTypes('ppt'), 'ppt/embeddings/a.xlsx': sample.xlsxSaying('a', 1) }),
    ],
    ['an OpenDocument text', 'bail.odt', sample.openDocumentSaying('text', 'Bail')],
    ['an OpenDocument table', 'bail.ods', sample.openDocumentSaying('spreadsheet', 'Bail')],
    ['OpenDocument slides', 'bail.odp', sample.openDocumentSaying('presentation', 'Bail')],
    [
      'an OpenDocument text that only its manifest names',
      'bail.odt',
      archiveOf({ 'META-INF/manifest.xml': manifest(`${odf}.text`), 'content.xml': noise(100) }),
    ],
    ['an old letter', 'lettre.doc', compoundFile({ WordDocument: 9_000 }, 'word')],
    ['an old letter of no class', 'lettre.doc', compoundFile({ WordDocument: 300_000, '1Table': 5_000 })],
    ['an old table', 'table.xls', compoundFile({ Workbook: 400_000 }, 'excel')],
    ['an old table of no class', 'table.xls', compoundFile({ Workbook: 5_000 })],
    ['an older table', 'table.xls', compoundFile({ Book: 5_000 })],
    ['old slides', 'bilan.ppt', compoundFile({ 'PowerPoint Document': 700_000, Pictures: 400_000 }, 'powerPoint')],
    ['old slides of no class', 'bilan.ppt', compoundFile({ 'PowerPoint Document': 9_000, Pictures: 400_000 })],
    ['an archive', 'tout.zip', archiveOf(farOnBothSides)],
  ])('is taken: %s', async (_what, fileName, content) => {
    const answer = await upload(t, owner, { fileName, content });
    expect([answer.statusCode, answer.json<{ size?: number }>().size]).toEqual([201, content.length]);
  });

  it.each([
    ['photo.heif', sample.heicSample, 'image/heif'],
    ['photo.heif', avif, 'image/avif'],
    ['photo.jfif', jpeg, 'image/jpeg'],
  ])('is served, and has a preview, as what it is: %s', async (fileName, content, mimeType) => {
    const { id } = (await upload(t, owner, { fileName, content })).json<{ id: string }>();
    const read = (part: string) =>
      t.app.inject({ url: `/backend/api/v1/documents/${id}/${part}`, headers: owner.headers });
    expect((await read('content')).headers['content-type']).toBe(mimeType);
    expect((await read('preview')).headers['content-type']).toBe('image/webp');
  });
});

describe('a file that is not what its name says', () => {
  it.each<[string, string, Buffer]>([
    ['a PDF whose mark comes after the first kilobyte', 'bail.pdf', after(Buffer.alloc(1_100, 'x'))],
    ['a page with a PDF behind it', 'bail.pdf', after('<html><body>')],
    ['a picture with a PDF behind it', 'bail.pdf', after(png.subarray(0, 500))],
    ['an AVIF called HEIC', 'photo.heic', avif],
    ['a HEIC called AVIF', 'photo.avif', sample.heicSample],
    ['a film called HEIF', 'photo.heif', brandedFile('isom', 'mp42')],
    ['a PNG called JFIF', 'photo.jfif', png],
    ['a TIFF that was cut', 'page.tif', scans.lzw.subarray(0, 100_000)],
    [
      'a TIFF that leads to no directory',
      'page.tif',
      Buffer.concat([Buffer.from('II*\0\0\0\u0010\0', 'latin1'), Buffer.alloc(5_000)]),
    ],
    ['a message of Outlook called a letter', 'lettre.doc', compoundFile(message, 'outlook')],
    ['a message of Outlook called a table', 'table.xls', compoundFile(message)],
    [
      'a message with a letter inside',
      'lettre.doc',
      compoundFile({ ...message, '__attach_version1.0/WordDocument': 5_000 }, 'outlook'),
    ],
    ['an old table called a letter', 'lettre.doc', compoundFile({ Workbook: 400_000 }, 'excel')],
    ['an old letter called slides', 'bilan.ppt', compoundFile({ WordDocument: 9_000 }, 'word')],
    ['an old letter called a new one', 'lettre.docx', compoundFile({ WordDocument: 9_000 }, 'word')],
    ['a compound file of nothing', 'lettre.doc', compoundFile({})],
    [
      'the mark of a compound file and nothing else',
      'lettre.doc',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(6_000)]),
    ],
    [
      'an archive that holds a folder called word',
      'lettre.docx',
      archiveOf({ 'word/document.xml': Buffer.from('<a/>') }),
    ],
    [
      'an archive that speaks of one',
      'lettre.docx',
      archiveOf({ 'note.txt': [Buffer.from('word/ xl/ ppt/'), { level: 0 }] }),
    ],
    [
      'media types that name no main part',
      'lettre.docx',
      archiveOf({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/document.xml': Buffer.from('<a/>') }),
    ],
    ['a table called a letter', 'lettre.docx', sample.xlsxSaying('Loyer', 1)],
    ['a letter called a table', 'table.xlsx', sample.docxSaying('Bonjour')],
    ['a letter called slides', 'bilan.pptx', sample.docxSaying('Bonjour')],
    [
      'a table with a letter inside, called a letter',
      'l.docx',
      archiveOf({ '[Content_Types].xml': officeTypes('xl'), 'word/a.docx': [sample.docxSaying('a'), { level: 0 }] }),
    ],
    ['an OpenDocument table called a text', 'bail.odt', sample.openDocumentSaying('spreadsheet', 'Bail')],
    [
      'an archive that speaks of OpenDocument',
      'bail.odt',
      archiveOf({ 'note.txt': [Buffer.from(`mimetype${odf}.text`), { level: 0 }] }),
    ],
    ['a letter that was cut', 'lettre.docx', sample.docxSaying('Bonjour').subarray(0, -30)],
    ['an archive that was cut', 'tout.zip', archiveOf(far).subarray(0, 140_000)],
  ])('is refused: %s', async (_what, fileName, content) => {
    const answer = await upload(t, owner, { fileName, content });
    expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
      415,
      [{ code: 'UnsupportedFileType', field: 'file' }],
    ]);
  });
});

describe('each way in', () => {
  const outlook = compoundFile(message, 'outlook');

  it('is a deposit that judges alike', async () => {
    const from = await Depositor.make(t);
    await from.addOwner();
    expect(await from.deposit({ fileName: 'avenant.doc', content: outlook })).toMatchObject({ status: 415 });
    expect(await from.deposit({ fileName: 'avenant.pdf', content: after('\u001b%-12345X\r\n') })).toMatchObject({
      status: 201,
    });
  });

  it('is a request’s link that judges alike', async () => {
    const sharer = new Sharer(t, await makeOwner(t));
    const { link } = (await sharer.call('POST', 'document-requests', { title: 'Scans' })).json<{ link: string }>();
    const authorization = `Bearer ${await tokenOf(t, link)}`;
    const send = (fileName: string, content: Buffer) => {
      const { headers, payload } = makeForm([{ name: 'file', fileName, content }]);
      const url = '/backend/api/v1/public/document-requests/files';
      return t.app.inject({
        ...{ method: 'POST', url, payload },
        headers: { ...headers, authorization },
      });
    };
    expect((await send('lettre.doc', outlook)).statusCode).toBe(415);
    expect((await send('logo.png', moving)).statusCode).toBe(201);
  });
});

describe('a content on its way', () => {
  const cases = [
    ['doc', compoundFile({ WordDocument: 300_000 })],
    ['tif', scans.deflate],
    ['xlsx', archiveOf({ '[Content_Types].xml': officeTypes('xl'), ...farOnBothSides })],
  ] as const;

  it.each(cases)('is judged alike in pieces of any size: %s', async (extension, content) => {
    for (const pieceBytes of [4_100, 10_000, 65_536, 200_000, content.length]) {
      const ends = new ContentEnds(tailBytesOf(extension));
      for (let at = 0; at < content.length; at += pieceBytes) {
        ends.add(content.subarray(at, at + pieceBytes));
        const range = at === 0 ? signatureRange(extension, ends.head()) : null;
        if (range) ends.keep(range);
      }
      expect(await isWhole(extension, ends)).toBe(true);
      expect(await isWhole(extension === 'doc' ? 'xls' : 'doc', ends)).toBe(false);
    }
  });
});
