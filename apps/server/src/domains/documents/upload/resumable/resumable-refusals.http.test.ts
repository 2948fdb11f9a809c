import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arranger } from '../../../../testing/people/arranger.ts';
import { eicar } from '../../../../testing/servers/clamd.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../../testing/people/makers.ts';
import { scannerOf, tracesOf } from '../../../../testing/uploads/resumable-uploads.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { metadataOf, tusOf } from '../../../../testing/uploads/tus.ts';
import { clearExpiredUploads } from '../../documents.jobs.ts';

const roomBytes = 40_000_000;
const scanner = { isDown: false };

let t: TestApp;
let owner: TestOwner;
let x: ReturnType<typeof tracesOf>;
let tus: typeof x.tus;
beforeAll(async () => {
  t = await createTestApp({ antivirus: scannerOf(scanner), storageLimitBytes: roomBytes });
  owner = await makeOwner(t);
  x = tracesOf(t, owner);
  ({ tus } = x);
  await t.startWorker();
});
afterAll(() => t.close());

const addressOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location']);

describe('an announcement', () => {
  const announce = (headers: Record<string, string>) => tus.create({ bytes: 1_000, headers });

  it.each([
    ['without a size', { 'upload-length': '' }, 'upload-length', 'format'],
    ['of a size that is none', { 'upload-length': '-1' }, 'upload-length', 'format'],
    ['without metadata', { 'upload-metadata': '' }, 'upload-metadata', 'format'],
    ['of metadata that is no base64', { 'upload-metadata': 'filename a*b' }, 'upload-metadata', 'format'],
    ['of metadata that is no text', { 'upload-metadata': 'filename //79' }, 'upload-metadata', 'format'],
    ['without a name', { 'upload-metadata': metadataOf({ title: 'A' }) }, 'filename', 'required'],
    [
      'with an unknown field',
      { 'upload-metadata': metadataOf({ filename: 'a.pdf', colour: 'red' }) },
      'colour',
      'unknown',
    ],
    ['with a field twice', { 'upload-metadata': 'filename YS5wZGY=,filename Yi5wZGY=' }, 'filename', 'maxItems'],
    [
      'with a type that is none',
      { 'upload-metadata': metadataOf({ filename: 'a.pdf', type: 'NOPE' }) },
      'type',
      'value',
    ],
    [
      'with a title too long',
      { 'upload-metadata': metadataOf({ filename: 'a.pdf', title: 'x'.repeat(201) }) },
      'title',
      'maxLength',
    ],
  ])('%s is refused by name', async (_what, headers, field, rule) => {
    await x.expectNothingLeft(async () => {
      const answer = await announce(headers);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field, params: { rule } }]);
    });
  });

  const missing = '018f0000-0000-7000-8000-000000000000';
  it.each([
    ['of a script', { filename: 'run.js' }, 1_000, 415, { code: 'UnsupportedFileType', field: 'file' }],
    ['of a name without extension', { filename: 'README' }, 1_000, 415, { code: 'UnsupportedFileType', field: 'file' }],
    ['of an empty file', { filename: 'a.pdf' }, 0, 415, { code: 'UnsupportedFileType', field: 'file' }],
    ['of a payslip', { filename: 'a.pdf', type: 'PAYE' }, 1_000, 403, { code: 'Forbidden', field: 'type' }],
    [
      'for a folder that is not there',
      { filename: 'a.pdf', folderId: missing },
      1_000,
      404,
      { code: 'FolderNotFound', field: 'folderId' },
    ],
    [
      'for a category that is not there',
      { filename: 'a.pdf', categoryId: 'x' },
      1_000,
      404,
      { code: 'CategoryNotFound', field: 'categoryId' },
    ],
    [
      'of more than a document may be',
      { filename: 'a.pdf' },
      100_000_001,
      413,
      { code: 'PayloadTooLarge', field: 'file' },
    ],
    ['of more than there is room for', { filename: 'a.pdf' }, roomBytes + 1, 507, { code: 'UserSpaceStorageFull' }],
  ])('%s is refused, and the journal tells it', async (_what, fields, bytes, status, error) => {
    await x.expectNothingLeft(async () => {
      const answer = await tus.create({ bytes, fields });
      expect([answer.statusCode, answer.json().errors]).toMatchObject([status, [error]]);
    });
    expect(await x.lastEntry()).toMatchObject({ action: 'document.deposit-refused', result: 'refused' });
  });

  it('of a folder and a category that contradict each other is refused by name', async () => {
    const arranger = new Arranger(t, owner);
    const [housing, health] = await Promise.all([arranger.category('housing'), arranger.category('health')]);
    const folderId = await arranger.folder('Maison', { categoryId: housing });
    await x.expectNothingLeft(async () => {
      const refused = await tus.create({ bytes: 1_000, fields: { filename: 'a.pdf', folderId, categoryId: health } });
      expect(refused.json()).toEqual({
        status: 400,
        errors: [{ code: 'InvalidRequest', field: 'categoryId', params: { rule: 'value' } }],
      });
    });
  });

  it('of both goes into the folder, wherever that was moved meanwhile', async () => {
    const arranger = new Arranger(t, owner);
    const [housing, health] = await Promise.all([arranger.category('housing'), arranger.category('health')]);
    const folderId = await arranger.folder('Voyages', { categoryId: housing });
    const content = makePdf('Bail');
    const fields = { filename: 'a.pdf', folderId, categoryId: housing };
    const address = addressOf(await tus.create({ bytes: content.length, fields }));
    await arranger.call('PATCH', `folders/${folderId}`, { categoryId: health });
    expect((await tus.patch(address, 0, content)).statusCode).toBe(204);
    expect(await arranger.documents(`folderId=${folderId}`)).toMatchObject([{ folderId, categoryId: health }]);
    await tus.cancel(address);
  });

  it('reserves the room of its first megabyte at once, and gives it back when it is given up', async () => {
    const { used } = await x.room();
    const rest = roomBytes - used;
    await x.expectNothingLeft(async () => {
      const address = await x.create(rest);
      expect((await x.room()).reserved).toBe(1_000_000);
      expect((await tus.create({ bytes: rest })).json()).toEqual({
        status: 507,
        errors: [{ code: 'UserSpaceStorageFull' }],
      });
      const small = await x.create(1);
      expect((await x.room()).reserved).toBe(1_000_001);
      for (const one of [address, small]) expect((await tus.cancel(one)).statusCode).toBe(204);
      await tus.cancel(await x.create(rest));
    });
  });

  it('is one of 200 that may be under way', async () => {
    const busy = await makeOwner(t);
    const row = (index: number) => ({
      ...{ safe_id: busy.safeId, sealed: Buffer.of(1), length_bytes: 1, turn: null, document_id: null },
      upload_id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      expires_at: new Date(t.clock.now().getTime() + 60_000),
    });
    await t.platform.db
      .insertInto('resumable_uploads')
      .values(Array.from({ length: 200 }, (_, index) => row(index)))
      .execute();
    const answer = await tusOf(t, busy).create({ bytes: 1_000 });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600']);
    await t.platform.db.deleteFrom('resumable_uploads').where('safe_id', '=', busy.safeId).execute();
  });
});

describe('a content that is refused at its end, or on its way', () => {
  const padded = Buffer.concat([makePdf('x', 6_000_000), eicar()]);
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(90_000)]);
  const unsupported = { code: 'UnsupportedFileType', field: 'file' };

  it.each([
    ['the file that every antivirus reports', 'note.txt', eicar(), 422, { code: 'MalwareDetected', field: 'file' }],
    ['the same behind 6 MB', 'bail.pdf', padded, 422, { code: 'MalwareDetected', field: 'file' }],
    ['a picture that is called a PDF', 'bail.pdf', png, 415, unsupported],
    [
      'an office document that is cut',
      'lettre.docx',
      Buffer.concat([Buffer.from('PK\u0003\u0004word/'), Buffer.alloc(9_000)]),
      415,
      unsupported,
    ],
    [
      'a text with a program in it',
      'note.txt',
      Buffer.concat([Buffer.alloc(9_000, 'texte '), Buffer.of(0)]),
      415,
      unsupported,
    ],
  ])('ends the upload and leaves nothing: %s', async (_what, filename, content, status, error) => {
    await x.forgetCompleted();
    await x.expectNothingLeft(async () => {
      const address = await x.create(content.length, { filename });
      const half = Math.floor(content.length / 2);
      let answer = await tus.patch(address, 0, content.subarray(0, half));
      if (answer.statusCode === 204) answer = await tus.patch(address, half, content.subarray(half));
      expect([answer.statusCode, answer.json().errors]).toEqual([status, [error]]);
      expect((await tus.head(address)).statusCode).toBe(404);
    });
    expect(await x.lastEntry()).toMatchObject({ action: 'document.deposit-refused', result: 'refused' });
  });

  it('is told as soon as its beginning has come', async () => {
    const address = await x.create(30_000_000);
    expect((await tus.patch(address, 0, png)).statusCode).toBe(415);
    expect((await tus.head(address)).statusCode).toBe(404);
  });
});

describe('a file that comes byte by byte', () => {
  it('is not taken further than 5,000 pieces', async () => {
    const address = await x.create(90_000);
    const key = { safe_id: owner.safeId, upload_id: address.split('/').at(-1) ?? '' };
    const pieces = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ ...key, from_byte: index, size_bytes: 1, header: Buffer.of(1) },
      object_id: '018f0000-0000-7000-8000-0000000000bb',
    }));
    for (let at = 0; at < pieces.length; at += 1_000)
      await t.platform.db
        .insertInto('resumable_pieces')
        .values(pieces.slice(at, at + 1_000))
        .execute();
    const answer = await tus.patch(address, 0, Buffer.from('%'));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([429, 'TooManyRequests']);
    expect((await tus.cancel(address)).statusCode).toBe(204);
  });
});

describe('an antivirus that does not answer', () => {
  it('keeps the upload, and lets its last part come again', async () => {
    const content = makePdf('antivirus', 50_000);
    const address = await x.create(content.length);
    await tus.patch(address, 0, content.subarray(0, 40_000));
    scanner.isDown = true;
    const refused = await tus.patch(address, 40_000, content.subarray(40_000));
    expect(refused.json()).toEqual({ status: 503, errors: [{ code: 'AntimalwareUnavailable' }] });
    scanner.isDown = false;
    expect((await tus.head(address)).headers['upload-offset']).toBe('40000');
    const { headers } = await tus.patch(address, 40_000, content.subarray(40_000));
    expect((await x.content(headers['document-id'])).equals(content)).toBe(true);
  });
});

describe('an upload that nobody continues', () => {
  it('is gone after a day, and its room is given back', async () => {
    await x.forgetCompleted();
    await x.expectNothingLeft(async () => {
      const late = await makeOwner(t);
      const of = tusOf(t, late);
      const address = addressOf(await of.create({ bytes: 90_000 }));
      await of.patch(address, 0, makePdf('x', 90_000).subarray(0, 80_000));
      expect(await x.room(late.safeId)).toMatchObject({ reserved: 90_000 });
      t.clock.advance(24 * 3_600_000 - 60_000);
      const { headers } = await makeSession(late);
      expect((await tusOf(t, { ...late, headers }).head(address)).headers['upload-offset']).toBe('80000');
      t.clock.advance(60_000);
      expect((await tusOf(t, { ...late, headers }).head(address)).statusCode).toBe(404);
      await clearExpiredUploads(t.platform);
      expect(await x.room(late.safeId)).toEqual({ used: 0, reserved: 0, count: 0 });
    });
  });
});

/** A token of the next day. */
async function makeSession({ email, password }: TestOwner) {
  const answer = await t.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } });
  return { headers: { authorization: `Bearer ${String(answer.headers['set-authorization'])}` } };
}
