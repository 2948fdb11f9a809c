import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, makePdf, type TestOwner } from '../../../../testing/people/makers.ts';
import { sha256, tracesOf } from '../../../../testing/uploads/resumable-uploads.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { metadataOf, tusOf } from '../../../../testing/uploads/tus.ts';

const url = '/backend/api/v1/uploads';

let t: TestApp;
let owner: TestOwner;
let x: ReturnType<typeof tracesOf>;
let tus: typeof x.tus;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
  x = tracesOf(t, owner);
  ({ tus } = x);
  await t.startWorker();
});
afterAll(() => t.close());

const invalid = (status: number, field: string, rule = 'value') => ({
  status,
  errors: [{ code: 'InvalidRequest', field, params: { rule } }],
});
const addressOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location']);

describe('the server', () => {
  it('says what it knows of the protocol, to everyone', async () => {
    const answer = await t.app.inject({ method: 'OPTIONS', url });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-max-size': '100000000',
      'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
      'tus-checksum-algorithm': 'sha256,sha1',
    });
  });

  it.each([
    ['POST', url],
    ['HEAD', `${url}/018f0000-0000-7000-8000-000000000000`],
    ['PATCH', `${url}/018f0000-0000-7000-8000-000000000000`],
    ['DELETE', `${url}/018f0000-0000-7000-8000-000000000000`],
  ] as const)('refuses another version of the protocol: %s', async (method, address) => {
    for (const version of [{}, { 'tus-resumable': '0.2.2' }]) {
      const answer = await t.app.inject({ method, url: address, headers: { ...owner.headers, ...version } });
      expect([answer.statusCode, answer.headers['tus-resumable']]).toEqual([412, '1.0.0']);
      expect(answer.body).toBe(method === 'HEAD' ? '' : JSON.stringify(invalid(412, 'tus-resumable')));
    }
  });

  it('tells its version with a refusal too', async () => {
    const answer = await t.app.inject({ method: 'POST', url });
    expect([answer.statusCode, answer.headers['tus-resumable']]).toEqual([401, '1.0.0']);
  });
});

describe('an upload in parts', () => {
  const content = makePdf('en plusieurs parts', 300_000);

  it('becomes the document that was announced', async () => {
    const [category] = (await t.app.inject({ url: '/backend/api/v1/categories', headers: owner.headers })).json().items;
    const fields = { filename: 'Contrat signé.pdf', title: 'Mon contrat', type: 'CONT', categoryId: category.id };
    const created = await tus.create({ bytes: content.length, fields: { ...fields, filetype: 'application/pdf' } });
    const address = addressOf(created);
    expect(created.headers).toMatchObject({ 'upload-offset': '0', 'cache-control': 'no-store' });
    expect(Date.parse(String(created.headers['upload-expires'])) - t.clock.now().getTime()).toBeGreaterThan(86_390_000);
    expect((await tus.patch(address, 0, content.subarray(0, 100_000))).headers['upload-offset']).toBe('100000');
    const head = await tus.head(address);
    expect([head.statusCode, head.headers]).toMatchObject([
      200,
      { 'upload-offset': '100000', 'upload-length': '300000', 'cache-control': 'no-store' },
    ]);
    expect(head.headers['upload-metadata']).toBe(metadataOf({ ...fields, filetype: 'application/pdf' }));
    expect(head.headers['document-id']).toBeUndefined();
    const last = await tus.patch(address, 100_000, content.subarray(100_000));
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, '300000']);
    const id = last.headers['document-id'];
    expect(await x.document(id)).toMatchObject({
      ...{ id, title: 'Mon contrat', type: 'CONT', size: 300_000, categoryId: category.id, unread: false },
      ...{ fileName: 'Contrat signé.pdf', mimeType: 'application/pdf', addedBy: 'employee' },
      sha256: sha256(content).toString('hex'),
    });
    expect((await x.content(id)).equals(content)).toBe(true);
    const journal = (await t.app.inject({ url: '/backend/api/v1/user/journal', headers: owner.headers })).json();
    expect(journal.items.map(({ action }: { action: string }) => action)).toContain('document.deposited');
  });

  it('tells of its document for a day, also to who lost the answer', async () => {
    const address = await x.create(content.length);
    const { headers } = await tus.patch(address, 0, content);
    const again = { 'upload-offset': '300000', 'document-id': headers['document-id'] };
    expect((await tus.head(address)).headers).toMatchObject(again);
    expect((await tus.patch(address, 300_000, Buffer.alloc(0))).headers).toMatchObject(again);
    expect((await tus.patch(address, 0, content)).json()).toEqual(invalid(409, 'upload-offset'));
    expect((await tus.cancel(address)).statusCode).toBe(204);
    expect((await tus.head(address)).statusCode).toBe(404);
    expect(await x.document(headers['document-id'])).toMatchObject({ size: 300_000 });
  });

  it('may begin with its announcement', async () => {
    const some = await tus.create({ bytes: content.length, payload: content.subarray(0, 50_000) });
    expect([some.statusCode, some.headers['upload-offset']]).toEqual([201, '50000']);
    const rest = await tus.patch(addressOf(some), 50_000, content.subarray(50_000));
    expect(await x.document(rest.headers['document-id'])).toMatchObject({ title: 'Bail', type: 'AUDO' });
    const whole = await tus.create({ bytes: content.length, payload: content });
    expect(whole.headers).toMatchObject({ 'upload-offset': '300000' });
    expect(await x.document(whole.headers['document-id'])).toMatchObject({ size: 300_000 });
  });

  it('keeps what came in many small pieces', async () => {
    const address = await x.create(content.length);
    for (let at = 0; at < content.length - 1; at += 29_999) {
      const answer = await tus.patch(address, at, content.subarray(at, Math.min(at + 29_999, content.length - 1)));
      expect(answer.statusCode).toBe(204);
    }
    const { headers } = await tus.patch(address, content.length - 1, content.subarray(-1));
    expect((await x.content(headers['document-id'])).equals(content)).toBe(true);
  });

  it('leaves only its document behind', async () => {
    await x.forgetCompleted();
    expect(await x.rows()).toEqual({ resumable_uploads: 0, resumable_pieces: 0, upload_intents: 0 });
    await expect.poll(x.strayObjects).toEqual([]);
    expect((await x.room()).reserved).toBe(0);
  });

  it('puts nothing plain on the disk or into the database', async () => {
    const address = await x.create(content.length, { filename: 'Visible partout.pdf' });
    await tus.patch(address, 0, content.subarray(0, 200_000));
    for (const id of await Array.fromAsync(t.platform.objects.list())) {
      const object = Buffer.concat(await Array.fromAsync(await t.platform.objects.get(id)));
      expect(object.includes('padding')).toBe(false);
    }
    const rows = await t.platform.db.selectFrom('resumable_uploads').select('sealed').execute();
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/Visible|filename/);
    await tus.cancel(address);
  });
});

describe('a part', () => {
  const content = makePdf('parts', 60_000);

  it.each([
    [
      'of another media type',
      0,
      { 'content-type': 'application/octet-stream' },
      invalid(415, 'content-type', 'mediaType'),
    ],
    ['of JSON', 0, { 'content-type': 'application/json' }, invalid(415, 'content-type', 'mediaType')],
    ['at an offset further on', 1, {}, invalid(409, 'upload-offset')],
    ['without an offset', 0, { 'upload-offset': '' }, invalid(400, 'upload-offset', 'format')],
    ['with an unknown checksum', 0, { 'upload-checksum': 'md5 eA==' }, invalid(400, 'upload-checksum')],
    [
      'with another digest',
      0,
      { 'upload-checksum': `sha256 ${sha256(Buffer.from('x')).toString('base64')}` },
      invalid(460, 'upload-checksum'),
    ],
    ['with a digest that is none', 0, { 'upload-checksum': 'sha1' }, invalid(460, 'upload-checksum')],
  ])('%s is refused, and the upload stays as it is', async (_what, offset, headers, refusal) => {
    await x.forgetCompleted();
    await x.expectNothingLeft(async () => {
      const address = await x.create(content.length);
      const answer = await tus.patch(address, offset, content.subarray(0, 20_000), headers);
      expect([answer.statusCode, answer.json()]).toEqual([refusal.status, refusal]);
      expect((await tus.head(address)).headers['upload-offset']).toBe('0');
      await tus.cancel(address);
    });
  });

  it('that is longer than the file is refused', async () => {
    await x.expectNothingLeft(async () => {
      const address = await x.create(content.length);
      const answer = await tus.patch(address, 0, Buffer.concat([content, Buffer.from('more')]));
      expect(answer.json()).toEqual({ status: 413, errors: [{ code: 'PayloadTooLarge', params: { max: 60_000 } }] });
      expect((await tus.head(address)).headers['upload-offset']).toBe('0');
      await tus.cancel(address);
    });
  });

  it('with its checksum is kept', async () => {
    const address = await x.create(content.length);
    const part = content.subarray(0, 30_000);
    const rest = content.subarray(30_000);
    const sha1 = createHash('sha1').update(rest).digest('base64');
    await tus.patch(address, 0, part, { 'upload-checksum': `sha256 ${sha256(part).toString('base64')}` });
    const answer = await tus.patch(address, 30_000, rest, { 'upload-checksum': `sha1 ${sha1}` });
    expect((await x.content(answer.headers['document-id'])).equals(content)).toBe(true);
  });

  it('of nothing changes nothing', async () => {
    const address = await x.create(content.length);
    const answer = await tus.patch(address, 0, Buffer.alloc(0));
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, '0']);
    await tus.cancel(address);
  });

  it('sent twice at the same instant is taken once', async () => {
    for (let round = 0; round < 6; round++) {
      const address = await x.create(content.length);
      const half = content.subarray(0, 30_000);
      const answers = await Promise.all([half, half, half].map((part) => tus.patch(address, 0, part)));
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(statuses.every((status) => [204, 409, 423].includes(status))).toBe(true);
      const lasts = await Promise.all([1, 2].map(() => tus.patch(address, 30_000, content.subarray(30_000))));
      const made = lasts.filter(({ statusCode }) => statusCode === 204);
      expect(made).toHaveLength(1);
      expect((await x.content(made[0]?.headers['document-id'])).equals(content)).toBe(true);
    }
  });
});

describe('an upload that is not there', () => {
  it.each(['018f0000-0000-7000-8000-000000000000', 'nothing', 'a'.repeat(150)])('is NotFound: %s', async (id) => {
    const address = `${url}/${id}`;
    expect((await tus.head(address)).statusCode).toBe(404);
    for (const answer of [await tus.patch(address, 0, Buffer.from('x')), await tus.cancel(address)])
      expect(answer.json()).toEqual({ status: 404, errors: [{ code: 'NotFound' }] });
  });

  it('is what it is to another owner', async () => {
    const other = tusOf(t, await makeOwner(t));
    const address = await x.create(1_000);
    expect((await other.head(address)).statusCode).toBe(404);
    expect((await other.patch(address, 0, Buffer.from('x'))).statusCode).toBe(404);
    expect((await other.cancel(address)).statusCode).toBe(404);
    expect((await tus.head(address)).headers['upload-offset']).toBe('0');
    await tus.cancel(address);
  });
});
