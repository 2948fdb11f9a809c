import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { ReadingStopped, type Reader } from '../../../platform/reading/reading.ts';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { docxSaying, heicSample, pictureSaying } from '../../../testing/files/sample-files.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const real = promptReader();
/** Replaces the reading, while it is set. */
const reading = { instead: null as (() => ReturnType<Reader['read']>) | null };
const reader: Reader = {
  read: (...asked) => (reading.instead ? reading.instead() : real.read(...asked)),
  openSession: () => real.openSession(),
};

let t: TestApp;
let camille: TestOwner;
let bruno: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ reader });
  camille = await makeOwner(t);
  bruno = await makeOwner(t);
});
afterAll(() => t.close());

const add = async (fileName: string, content: Buffer): Promise<string> => {
  const added = await upload(t, camille, { fileName, content });
  expect(added.statusCode).toBe(201);
  return added.json().id;
};
const ask = (id: string, query = '', who = camille) =>
  t.app.inject({ url: `/backend/api/v1/documents/${id}/preview${query}`, headers: who.headers });

const sheet = (background: string) => sharp({ create: { width: 300, height: 400, channels: 3, background } });

/** A scan of two pages, red and blue. */
async function twoPages(): Promise<Buffer> {
  const pages = await Promise.all([sheet('#c02020').png().toBuffer(), sheet('#2020c0').png().toBuffer()]);
  return sharp(pages, { join: { animated: true } })
    .tiff()
    .toBuffer();
}

describe('a preview', () => {
  it('of a photograph of a phone is a picture that browsers draw, and nothing that runs', async () => {
    const answer = await ask(await add('photo.heic', heicSample));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'page-count': '1',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });
  });

  it('of a scan is of the page that was asked for, and tells how many there are', async () => {
    const id = await add('scan.tiff', await twoPages());
    const [first, second] = [await ask(id), await ask(id, '?page=2')];
    expect([first.headers['page-count'], second.headers['page-count']]).toEqual(['2', '2']);
    const [red] = (await sharp(first.rawPayload).stats()).channels;
    const [noRed] = (await sharp(second.rawPayload).stats()).channels;
    expect([(red?.mean ?? 0) > 150, (noRed?.mean ?? 255) < 80]).toEqual([true, true]);
    const beyond = await ask(id, '?page=3');
    expect([beyond.statusCode, beyond.json().errors[0].code]).toEqual([415, 'UnsupportedFileType']);
  });

  it('is large enough to be read, and no larger than a screen can use', async () => {
    const large = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#888' } });
    const answer = await ask(await add('affiche.tif', await large.tiff({ compression: 'lzw' }).toBuffer()));
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 3_200, height: 2_133 });
  });

  it('is a reading: the document is no longer unread, and its journal says so', async () => {
    const id = await add('lu.heic', heicSample);
    await t.app.inject({
      method: 'PATCH',
      url: `/backend/api/v1/documents/${id}`,
      headers: camille.headers,
      payload: { unread: true },
    });
    await ask(id);
    const document = await t.app.inject({ url: `/backend/api/v1/documents/${id}`, headers: camille.headers });
    expect(document.json().unread).toBe(false);
    const journal = await t.app.inject({ url: '/backend/api/v1/user/journal?limit=5', headers: camille.headers });
    expect(journal.json().items).toContainEqual(expect.objectContaining({ action: 'document.read', documentId: id }));
  });

  it('is its owner’s alone', async () => {
    const id = await add('moi.heic', heicSample);
    const answer = await ask(id, '', bruno);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'DocumentNotFound']);
  });

  it.each([
    ['a document that has no picture', 'lettre.docx', docxSaying('Bonjour')],
    ['a scan that is damaged', 'abime.tif', Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(400)])],
  ])('of %s is refused, and the document stays', async (_name, fileName, content) => {
    const id = await add(fileName, content);
    const answer = await ask(id);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([415, 'UnsupportedFileType']);
    const kept = await t.app.inject({ url: `/backend/api/v1/documents/${id}/content`, headers: camille.headers });
    expect(kept.rawPayload.equals(content)).toBe(true);
  });

  it('is refused where its reader had to be stopped, and the document is none the worse', async () => {
    const id = await add('lent.tif', await sheet('#444').tiff().toBuffer());
    reading.instead = () => Promise.reject(new ReadingStopped('memory', { picture: null, text: null }));
    const refused = await ask(id);
    reading.instead = null;
    expect(refused.statusCode).toBe(415);
    expect((await ask(id)).statusCode).toBe(200);
  });

  it('is drawn for one owner while another has asked for more than there is room for', async () => {
    const bytes = await sheet('#484').tiff().toBuffer();
    const id = await add('beaucoup.tif', bytes);
    const other = (await upload(t, bruno, { fileName: 'un.tif', content: bytes })).json<{ id: string }>().id;
    const drawing: Array<() => void> = [];
    reading.instead = () => new Promise((_resolve, reject) => drawing.push(() => reject(new Error('no more'))));
    const asked = Array.from({ length: 30 }, () => ask(id));
    const sentAway = await Promise.race(asked);
    expect([sentAway.statusCode, sentAway.headers['retry-after']]).toEqual([503, '5']);
    await expect.poll(() => drawing.length).toBe(2);
    reading.instead = null;
    expect((await ask(other, '', bruno)).statusCode).toBe(200);
    for (const end of drawing) end();
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });

  it('is of a page that can be', async () => {
    const id = await add('page.png', await pictureSaying('Page'));
    for (const page of ['0', '-1', 'x', '1.5']) expect((await ask(id, `?page=${page}`)).statusCode).toBe(400);
  });
});
