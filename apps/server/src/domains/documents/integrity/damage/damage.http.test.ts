import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { readDocument } from '../../extraction/read-document.ts';
import { scrubObjects } from '../scrub.ts';

const metricsToken = 'operator-4711';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ platformSettings: { metricsToken } });
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await makeOwner(t);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/backend/api/v1/${path}`, headers: { ...owner.headers, ...headers } });
const post = (path: string, payload: object) =>
  t.app.inject({ method: 'POST', url: `/backend/api/v1/${path}`, headers: owner.headers, payload });
const codeOf = ({ statusCode, json }: Awaited<ReturnType<typeof get>>) => [
  statusCode,
  json<{ errors: { code: string }[] }>().errors[0]?.code,
];
const damagedAnswer = [500, 'DocumentDamaged'];

async function add(title: string, bytes = 3_000): Promise<string> {
  const added = await upload(t, owner, { content: makePdf(title, bytes), fields: { title } });
  return added.json<{ id: string }>().id;
}

/** Turns one bit of the stored object at that place, and gives the bytes that it had. */
async function damage(id: string, at: (bytes: number) => number): Promise<Buffer> {
  const whole = Buffer.concat(await Array.fromAsync((await t.platform.objects.get(id)) as AsyncIterable<Buffer>));
  const changed = Buffer.from(whole);
  const place = at(whole.length);
  changed[place] = (changed[place] ?? 0) ^ 1;
  await put(id, changed);
  return whole;
}

async function put(id: string, bytes: Buffer): Promise<void> {
  await t.platform.objects.remove(id);
  const chunks = async function* () {
    yield bytes;
  };
  await t.platform.objects.put(id, chunks());
}

const nearEnd = (bytes: number) => bytes - 100;
const mails = () => t.mails.filter(({ to, subject }) => to === owner.email && subject.includes('endommagé'));
const metric = async () => {
  const text = (await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body;
  return Number(/^perenne_damaged_documents (\d+)$/m.exec(text)?.[1]);
};
const refusals = async (id: string): Promise<number> => {
  const entries = await t.platform.db
    .selectFrom('journal_entries')
    .select('seq')
    .where('object_id', '=', id)
    .where('action', '=', 'document.integrity-refused')
    .execute();
  return entries.length;
};

describe('a document that its owner destroys while it is read', () => {
  /** Destroys it when its object is asked for, which is then gone. */
  function destroyMeanwhile(id: string) {
    const read = t.platform.objects.get.bind(t.platform.objects);
    return vi.spyOn(t.platform.objects, 'get').mockImplementationOnce(async (objectId, range) => {
      await post('documents/delete', { documents: [id], folders: [] });
      await post('trash/delete', { documents: [id], folders: [], acknowledged: true });
      await t.platform.objects.remove(objectId);
      return read(objectId, range);
    });
  }

  it.each([
    ['its content', (id: string) => get(`documents/${id}/content`)],
    ['a range of it', (id: string) => get(`documents/${id}/content`, { range: 'bytes=5-9' })],
    ['its integrity', (id: string) => post(`documents/${id}/verify-integrity`, {})],
  ])('is not found, and nobody is alarmed: %s', async (_what, ask) => {
    const id = await add('Bail');
    t.logged.length = 0;
    const reading = destroyMeanwhile(id);
    const answer = await ask(id);
    reading.mockRestore();
    expect(codeOf(answer)).toEqual([404, 'DocumentNotFound']);
    expect(t.logged.filter((line) => line.includes('a stored content is not whole'))).toEqual([]);
    expect(await refusals(id)).toBe(0);
  });
});

describe('a damaged document', () => {
  it('is an error before the first byte where it is small, wherever the damage is', async () => {
    const id = await add('Bail', 700_000);
    await damage(id, nearEnd);
    const answer = await get(`documents/${id}/content`);
    expect(codeOf(answer)).toEqual(damagedAnswer);
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });

  it('cuts the connection once where it is large, and is that error from then on', async () => {
    const id = await add('Plan', 3_000_000);
    await damage(id, nearEnd);
    await expect(get(`documents/${id}/content`)).rejects.toThrow('before completion');
    await expect.poll(() => refusals(id)).toBe(1);
    expect(codeOf(await get(`documents/${id}/content`))).toEqual(damagedAnswer);
    expect(codeOf(await get(`documents/${id}/content`, { range: 'bytes=0-9' }))).toEqual(damagedAnswer);
  });

  it('has neither attestation, nor proof, nor picture', async () => {
    const id = await add('Contrat', 2_000_000);
    await damage(id, nearEnd);
    expect(codeOf(await get(`documents/${id}/attestation`))).toEqual(damagedAnswer);
    expect(codeOf(await get(`documents/${id}/proof`))).toEqual(damagedAnswer);
    expect(codeOf(await get(`documents/${id}/preview`))).toEqual(damagedAnswer);
  });

  it('is found by the reading of the worker too', async () => {
    const id = await add('Facture');
    await damage(id, nearEnd);
    const run = { signal: new AbortController().signal, retry: 1 };
    await readDocument(t.platform, { safeId: owner.safeId, documentId: id }, run);
    expect(await refusals(id)).toBe(1);
  });

  it('is as before once its content is whole again', async () => {
    const id = await add('Avis');
    const whole = await damage(id, nearEnd);
    const before = await metric();
    expect(codeOf(await get(`documents/${id}/content`))).toEqual(damagedAnswer);
    expect(await metric()).toBe(before + 1);
    await put(id, whole);
    expect((await get(`documents/${id}/content`)).rawPayload).toEqual(makePdf('Avis', 3_000));
    expect(await metric()).toBe(before);
  });
});

describe('an archive of several documents', () => {
  const namesIn = (archive: Buffer) => Object.keys(unzipSync(archive));

  it('names a damaged one, small or large, and gives all the others', async () => {
    const ids = [await add('Un'), await add('Deux'), await add('Trois', 3_000_000), await add('Quatre', 3_000_000)];
    const [, second = '', third = ''] = ids;
    await damage(second, nearEnd);
    await damage(third, nearEnd);
    const answer = await post('documents/download', { documents: ids });
    expect(answer.statusCode).toBe(200);
    expect(namesIn(answer.rawPayload)).toEqual(['Un.pdf', 'Quatre.pdf', 'DOCUMENTS ENDOMMAGÉS.txt']);
    const files = unzipSync(answer.rawPayload);
    expect(Buffer.from(files['Quatre.pdf'] ?? []).equals(makePdf('Quatre', 3_000_000))).toBe(true);
    const text = Buffer.from(files['DOCUMENTS ENDOMMAGÉS.txt'] ?? []).toString();
    expect(text).toContain(`Deux (${second})`);
    expect(text).toContain(`Trois (${third})`);
    expect([await refusals(second), await refusals(third)]).toEqual([1, 1]);
  });

  it('has no such text where all are whole', async () => {
    const ids = [await add('Un'), await add('Deux')];
    expect(namesIn((await post('documents/download', { documents: ids })).rawPayload)).toEqual(['Un.pdf', 'Deux.pdf']);
  });
});

describe('an alarm', () => {
  it('is mailed to the owner once for each document, counted for the operator and logged, whoever finds it', async () => {
    const before = await metric();
    const [read, unread] = [await add('Quittance'), await add('Quittance de mai')];
    for (const id of [read, unread]) await damage(id, nearEnd);
    for (let times = 0; times < 2; times++) await get(`documents/${read}/content`);
    for (let times = 0; times < 2; times++) {
      t.clock.advance(2 * 86_400_000);
      await scrubObjects(t.platform);
    }
    // Each attempt of the owner is an entry; the server, which looks again each day, writes of what it found first.
    expect([await refusals(read), await refusals(unread)]).toEqual([2, 1]);
    expect(await metric()).toBe(before + 2);
    for (const id of [read, unread])
      expect(t.logged.some((line) => line.includes(id) && line.includes('a stored content is not whole'))).toBe(true);
    await t.startWorker();
    await expect.poll(() => mails().length).toBe(2);
    const texts = mails().map(({ text }) => text);
    for (const id of [read, unread])
      expect(texts.filter((text) => text.includes(`/documents?document=${id}`))).toHaveLength(1);
    expect(texts.join()).not.toContain('Quittance');
  });
});
