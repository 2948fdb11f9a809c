import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeForm, makeOwner, makePdf, upload } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { tusOf } from '../../../testing/uploads/tus.ts';
import { makeNamer } from '../download/archive-names.rules.ts';

let t: TestApp;
let owner: Arranger;
let housing: string;
beforeAll(async () => {
  t = await createTestApp();
  owner = new Arranger(t, await makeOwner(t));
  housing = await owner.category('housing');
});
afterAll(() => t.close());

const refused = [
  ['a NUL', 'a\u0000b'],
  ['a line end', 'a\r\nSet-Cookie: b'],
  ['a mark that turns the text', 'Bail\u202efdp.exe'],
  ['an isolate', 'Bail\u2066fdp'],
  ['a line separator', 'a\u2028b'],
  ['a bell', '\u0007'],
  ['half a character', 'a\ud800'],
  ['only white space', ' \u00a0\t '],
  ['only what shows nothing', '\u200b\u200d\u2060'],
  ['only fillers of Hangul', '\u115f\u1160 \u3164\uffa0'],
  ['only an empty pattern of Braille', '\u2800'],
  ['only soft hyphens and selectors of variants', '\u00ad\ufe0f\u{e0100}'],
] as const;

describe.each(refused)('a name with %s', (_what, name) => {
  it('is refused, as a title, a folder and a category', async () => {
    const { id } = (await upload(t, owner.owner)).json<{ id: string }>();
    for (const [method, path, payload] of [
      ['PATCH', `documents/${id}`, { title: name }],
      ['POST', 'folders', { name, categoryId: housing }],
      ['POST', 'categories', { title: name }],
    ] as const)
      expect(await owner.tell(method, path, payload)).toEqual({ status: 400, code: 'InvalidRequest' });
  });
});

/** A title as it was typed, and what the archive calls the file. */
const titles = [
  ['../../etc/passwd', 'etc passwd.pdf'],
  ['..', 'document.pdf'],
  ['/absolute', 'absolute.pdf'],
  ['C:\\Windows\\system.ini', 'C Windows system.ini.pdf'],
  ['a<b>c:"d"|e?*', 'a b c d e.pdf'],
  ['con', '_con.pdf'],
  ['LPT1.txt', '_LPT1.txt.pdf'],
  ['.cache', 'cache.pdf'],
  ['Bail signé.PDF', 'Bail signé.pdf'],
  ['droite\u200fgauche', 'droitegauche.pdf'],
  ['❤️', '❤️.pdf'],
  ['한글 ㅎ', '한글 ㅎ.pdf'],
  ['⠃⠁⠊⠇', '⠃⠁⠊⠇.pdf'],
  ['🙂👩‍👩‍👧', '🙂👩‍👩‍👧.pdf'],
  ["Robert'); drop table documents;--", "Robert'); drop table documents;--.pdf"],
  ['<script>alert(1)</script>', 'script alert(1) script.pdf'],
  ['%2e%2e%2fetc', '%2e%2e%2fetc.pdf'],
  ['é'.repeat(200), `${'é'.repeat(100)}.pdf`],
] as const;

describe.each(titles)('the title %j', (title, inArchive) => {
  it('is kept as it is, for documents, folders and categories, and is harmless in an archive', async () => {
    const id = await owner.document(title);
    const other = await owner.document(title);
    expect((await owner.call('GET', `documents/${id}`)).json().title).toBe(title);
    const short = title.slice(0, 60);
    const folder = await owner.call('POST', 'folders', { name: short, categoryId: housing });
    expect(folder.json()).toMatchObject({ name: short });
    const category = await owner.call('POST', 'categories', { title: short });
    expect(category.json()).toMatchObject({ title: short });
    const answer = await owner.call('POST', 'documents/download', { documents: [id, other] });
    const second = inArchive.replace(/\.pdf$/, ' (2).pdf');
    expect(Object.keys(unzipSync(answer.rawPayload))).toEqual([inArchive, second]);
    const found = await owner.call('POST', 'documents/delete', { documents: [id, other] });
    expect(found.statusCode).toBe(204);
  });
});

/** A file's name as it was sent, and what it is saved under. */
const fileNames = [
  ['../../secret.pdf', 'secret.pdf'],
  ['C:\\Users\\moi\\bail.pdf', 'bail.pdf'],
  ['bail\u202efdp.pdf', 'bailfdp.pdf'],
  ['bail\u0001.pdf', 'bail.pdf'],
  ['🙂👩‍👩‍👧 été.pdf', '🙂👩‍👩‍👧 été.pdf'],
  // The name has 255 bytes, as most file systems bear them.
  [`${'é'.repeat(125)}x.pdf`, `${'é'.repeat(125)}x.pdf`],
  ['a%22b.pdf', 'a"b.pdf'],
  ['bail%0D%0ASet-Cookie: a=b%0A.pdf', 'bailSet-Cookie: a=b.pdf'],
  ['remise de 100%0.pdf', 'remise de 100%0.pdf'],
  [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(196)}.pdf`],
  [`${'🙂'.repeat(120)}a.pdf`, `${'🙂'.repeat(97)}a.pdf`],
] as const;

describe.each(fileNames)('a file called %j', (sent, kept) => {
  it('is only a name', async () => {
    const added = await upload(t, owner.owner, { fileName: sent, content: makePdf(sent) });
    expect(added.json()).toMatchObject({ fileName: kept });
    const { id } = added.json<{ id: string }>();
    const answer = await owner.call('POST', 'documents/download', { documents: [id] });
    const told = String(answer.headers['content-disposition']);
    expect(told).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%-]*$/);
    expect(told).toContain(encodeURIComponent(kept));
  });
});

describe('a form that is not UTF-8', () => {
  const sendLatin = (parts: Parameters<typeof makeForm>[0]) => {
    const { headers, payload } = makeForm(parts);
    return t.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/documents', headers: { ...headers, ...owner.owner.headers } },
      payload: Buffer.from(payload.toString(), 'latin1'),
    });
  };
  const file = { name: 'file', fileName: 'bail.pdf', content: makePdf('latin') };

  it.each([
    ['title', [{ name: 'title', value: 'Bail signé' }, file]],
    ['file', [{ ...file, fileName: 'signé.pdf' }]],
  ])('is refused, as JSON is: %s', async (field, parts) => {
    const answer = await sendLatin(parts);
    const errors = [{ code: 'InvalidRequest', field, params: { rule: 'characters' } }];
    expect(answer.json()).toEqual({ status: 400, errors });
  });
});

it('a name of two lines, as forms write it, is a name of one', async () => {
  const form = new FormData();
  form.append('file', new File([makePdf('deux lignes')], 'bail\r\nsuite\n"fin".pdf'));
  const sent = new Response(form);
  const added = await t.app.inject({
    method: 'POST',
    url: '/backend/api/v1/documents',
    headers: { ...owner.owner.headers, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(added.json()).toMatchObject({ fileName: 'bailsuite"fin".pdf', title: 'bailsuite"fin"' });
});

/** As above, and what no header of a form can hold. */
const announcedNames = [
  ...fileNames.filter(([sent]) => !/%22|%0[AD]/.test(sent)),
  ['bail\u0000.exe\u0000.pdf', 'bail.exe.pdf'],
  ['bail\r\nSet-Cookie: a=b\r\n.pdf', 'bailSet-Cookie: a=b.pdf'],
  ['bail\u2028suite\u2029.pdf', 'bailsuite.pdf'],
  ['\u2067bail\u200f.pdf', 'bail.pdf'],
] as const;

describe.each(announcedNames)('a file in parts called %j', (sent, kept) => {
  it('is only a name too, in one line that reads as it is written', async () => {
    const content = makePdf(sent);
    const tus = tusOf(t, owner.owner);
    const announced = await tus.create({ bytes: content.length, fields: { filename: sent }, payload: content });
    expect(announced.statusCode).toBe(201);
    const id = String(announced.headers['document-id']);
    const { fileName, title } = (await owner.call('GET', `documents/${id}`)).json();
    expect([fileName, title]).toEqual([kept, kept.replace(/\.pdf$/, '')]);
    // The title that it has by itself could have been typed.
    expect((await owner.tell('PATCH', `documents/${id}`, { title })).status).toBe(200);
    const answer = await owner.call('POST', 'documents/download', { documents: [id] });
    expect(String(answer.headers['content-disposition'])).toMatch(
      /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%-]*$/,
    );
  });
});

it.each(['\u200b.pdf', '\u2060\u200d.pdf', '\u3164.pdf', '\u2800 \u2800.pdf'])(
  'a file whose name shows nothing has a title that does: %j',
  async (fileName) => {
    const added = await upload(t, owner.owner, { fileName });
    expect(added.json<{ title: string }>().title).toMatch(/\.pdf$/);
  },
);

describe('names in an archive', () => {
  it('differ in more than case, however many are alike', () => {
    const nameOf = makeNamer();
    const names = ['a', 'A', 'a (2)', 'a', 'a'].map((title) => nameOf(title, 'x.pdf'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
    expect(nameOf('sans extension', 'README')).toBe('sans extension');
  });
});
