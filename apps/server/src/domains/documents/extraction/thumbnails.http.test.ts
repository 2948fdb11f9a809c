import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { pdfSaying, pictureSaying } from '../../../testing/files/sample-files.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { ReadingStopped, type Reader } from '../../../platform/reading/reading.ts';
import { readDocument } from './read-document.ts';
import { pace } from '../../../testing/pace.ts';

const real = promptReader();
/** How often contents were looked at, and what happens instead, while it is set. */
const seen = { count: 0, instead: null as (() => Promise<never>) | null };
const counted =
  (inner: Pick<Reader, 'read'>): Reader['read'] =>
  (...asked) => {
    seen.count += 1;
    return seen.instead ? seen.instead() : inner.read(...asked);
  };
const reader: Reader = {
  read: counted(real),
  openSession: () => {
    const session = real.openSession();
    return { read: counted(session), close: () => session.close() };
  },
};

let t: TestApp;
let camille: TestOwner;
let bruno: TestOwner;

beforeAll(async () => {
  t = await createTestApp({ reader });
  camille = await makeOwner(t);
  bruno = await makeOwner(t);
  await t.startWorker();
});
afterAll(() => t.close());

const get = (owner: TestOwner, path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/backend/api/v1/${path}`, headers: { ...owner.headers, ...headers } });

const wait = { timeout: 180_000 * pace, interval: 200 };
const hasThumbnail = async (owner: TestOwner, id: string) => (await get(owner, `documents/${id}`)).json().hasThumbnail;

const add = async (fileName: string, content: Buffer): Promise<string> => {
  const added = await upload(t, camille, { fileName, content });
  expect(added.statusCode).toBe(201);
  expect(added.json().hasThumbnail).toBe(false);
  return added.json().id;
};

const stateOf = async (documentId: string) =>
  t.platform.db
    .selectFrom('documents')
    .select('has_thumbnail as looked')
    .where('document_id', '=', documentId)
    .executeTakeFirst();

describe('a thumbnail', () => {
  it('is made after the document, listed, and read by its owner alone', async () => {
    const id = await add('Bail.pdf', await pdfSaying('Bail'));
    await expect.poll(() => hasThumbnail(camille, id), wait).toBe(true);
    const listed = (await get(camille, 'documents')).json().items;
    expect(listed.find((document: { id: string }) => document.id === id).hasThumbnail).toBe(true);

    const answer = await get(camille, `documents/${id}/thumbnail`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', height: 480 });

    const again = await get(camille, `documents/${id}/thumbnail`, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    for (const refused of [await get(bruno, `documents/${id}/thumbnail`)])
      expect([refused.statusCode, refused.json().errors[0].code]).toEqual([404, 'DocumentNotFound']);
  });

  it('stands sealed in the database, and goes with its document', async () => {
    const id = await add('Photo.png', await pictureSaying('Moi'));
    await expect.poll(() => hasThumbnail(camille, id), wait).toBe(true);
    const row = () =>
      t.platform.db.selectFrom('thumbnails').selectAll().where('document_id', '=', id).executeTakeFirst();
    const sealed = (await row())?.sealed;
    expect(sealed?.includes(Buffer.from('WEBP'))).toBe(false);
    const ask = (path: string) =>
      t.app.inject({
        method: 'POST',
        url: `/backend/api/v1/${path}`,
        headers: camille.headers,
        payload: { documents: [id], folders: [], acknowledged: true },
      });
    expect((await ask('documents/delete')).statusCode).toBe(204);
    expect((await get(camille, `documents/${id}/thumbnail`)).statusCode).toBe(200);
    expect((await ask('trash/delete')).statusCode).toBe(204);
    expect((await get(camille, `documents/${id}/thumbnail`)).statusCode).toBe(404);
    expect(await row()).toBeUndefined();
  });

  it('is not made of what has none, nor of what is damaged', async () => {
    const text = await add('note.txt', Buffer.from('rien à voir'));
    const damaged = await add('abime.png', (await pictureSaying('x')).subarray(0, 60));
    await expect.poll(async () => (await stateOf(damaged))?.looked, wait).toBe(false);
    expect((await stateOf(text))?.looked).toBeNull();
    for (const id of [text, damaged]) {
      const answer = await get(camille, `documents/${id}/thumbnail`);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'DocumentNotFound']);
      expect((await get(camille, `documents/${id}/content`)).statusCode).toBe(200);
    }
  });

  it('is not made of what is lost, and its owner learns of that at once', async () => {
    const owner = await makeOwner(t);
    const added = await upload(t, owner, { fileName: 'perdu.png', content: await pictureSaying('x') });
    const { id: documentId } = added.json<{ id: string }>();
    const { safeId } = owner;
    await t.platform.db
      .updateTable('documents')
      .set({ has_thumbnail: null })
      .where('document_id', '=', documentId)
      .execute();
    await t.platform.objects.remove(documentId);
    await readDocument(t.platform, { safeId, documentId }, { signal: new AbortController().signal, retry: 0 });
    const { items } = (await get(owner, 'user/journal?limit=5')).json<{ items: Array<{ action: string }> }>();
    expect(items.map(({ action }) => action)).toContain('document.integrity-refused');
  });

  it('is given up after one more try when its reader is stopped, and the document is none the worse', async () => {
    seen.count = 0;
    seen.instead = () => Promise.reject(new ReadingStopped('time', { picture: null, text: null }));
    const content = await pdfSaying('Sans fin');
    const id = await add('Sans fin.pdf', content);
    await expect.poll(async () => (await stateOf(id))?.looked, wait).toBe(false);
    expect(seen.count).toBe(2);
    seen.instead = null;
    expect((await get(camille, `documents/${id}/content`)).rawPayload.equals(content)).toBe(true);
    expect(t.logged.join('')).toContain('a document cannot be read');
    expect(t.logged.join('')).not.toContain('Sans fin');
  });
});
