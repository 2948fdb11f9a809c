import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let owner: Sharer;
let documents: string[];
beforeAll(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  documents = [
    await owner.document('Bail', {}, makePdf('bail', 200_000)),
    await owner.document('Avis', {}, makePdf('avis', 200_000)),
  ];
});
afterAll(() => test.close());

/** By a link without a code, which anybody may hold. */
const enter = async (link = '') => {
  const visitor = await ShareVisitor.of(test, link);
  await visitor.giveCode('');
  return visitor;
};
const share = async () => {
  const { id, link } = await owner.share(documents, { mode: 'LINK' });
  return { id, link, visitor: await enter(link) };
};
const eventsOf = async (id: string) =>
  (await owner.events(id))
    .filter(({ kind }) => kind !== 'OPENED')
    .map(({ kind, document }) => `${kind} ${document?.title}`)
    .toSorted();
const part = (visitor: ShareVisitor, id: string, headers: Record<string, string>) =>
  visitor.call('GET', `public/sharings/${id}/archive?documents=${documents.join(',')}`, { headers });
const entries = async (kind: 'document' | 'share', action: string) => {
  const answer = await owner.call('GET', `user/journal?kind=${kind}&limit=200`);
  return answer.json<{ items: Array<{ action: string }> }>().items.filter((one) => one.action === action).length;
};
const readings = () => entries('document', 'document.read');
const openings = () => entries('share', 'share.opened');
const hour = 3_600_000;
/** The owner signs in again afterwards. */
const wait = async (hours: number) => {
  test.clock.advance(hours * hour);
  const { email, password } = owner.owner;
  const { headers } = await owner.call('POST', 'login', { email, password });
  const authorization = `Bearer ${String(headers['set-authorization'])}`;
  owner = new Sharer(test, { ...owner.owner, headers: { authorization } });
};

describe('the record of what a visitor takes', () => {
  it('counts a download that was cut once, however many parts it is resumed in', async () => {
    const { id, visitor } = await share();
    const before = await readings();
    const etag = String((await visitor.download(id, documents)).headers['etag']);
    for (const from of [100_000, 200_000, 300_000])
      expect((await part(visitor, id, { range: `bytes=${from}-`, 'if-range': etag })).statusCode).toBe(206);
    expect((await part(visitor, id, { range: 'bytes=350000-' })).statusCode).toBe(206);
    expect(await eventsOf(id)).toEqual(['DOWNLOADED Avis', 'DOWNLOADED Bail']);
    expect((await readings()) - before).toBe(2);
  });

  it('counts the ranges of one reading once, and each reading from the beginning', async () => {
    const { id, visitor } = await share();
    const [document = ''] = documents;
    for (const range of ['bytes=0-999', 'bytes=1000-1999', 'bytes=2000-', 'bytes=0-'])
      expect((await visitor.read(id, document, { range })).statusCode).toBe(206);
    await visitor.read(id, document);
    expect(await eventsOf(id)).toEqual(['READ Bail', 'READ Bail', 'READ Bail']);
  });

  it('goes on with a downloaded document where it was downloaded, as the same', async () => {
    const { id, visitor } = await share();
    const [document = ''] = documents;
    const etag = String((await visitor.download(id, [document])).headers['etag']);
    await visitor.read(id, document, { range: 'bytes=1000-', 'if-range': etag });
    expect(await eventsOf(id)).toEqual(['DOWNLOADED Bail']);
  });

  it('counts parts that come all at once, and are the first of their visit, once for each document', async () => {
    const { id, visitor } = await share();
    const before = await readings();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        visitor.read(id, documents[at % 2] ?? '', { range: `bytes=${1_000 + at}-` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 206));
    expect(await eventsOf(id)).toEqual(['READ Avis', 'READ Bail']);
    expect((await readings()) - before).toBe(2);
  });

  it('lets nobody take what follows the first byte unseen', async () => {
    const { id, link, visitor } = await share();
    const [document = ''] = documents;
    await visitor.read(id, document, { range: 'bytes=1-' });
    expect(await eventsOf(id)).toEqual(['READ Bail']);
    await part(visitor, id, { range: 'bytes=1-' });
    expect(await eventsOf(id)).toEqual(['DOWNLOADED Avis', 'DOWNLOADED Bail', 'READ Bail']);
    // Another holder of the same link, at the same time, is another visitor.
    await (await enter(link)).read(id, document, { range: 'bytes=1-' });
    expect(await eventsOf(id)).toEqual(['DOWNLOADED Avis', 'DOWNLOADED Bail', 'READ Bail', 'READ Bail']);
  });
});

describe('the journal of an owner, whose link is used without end', () => {
  it('has ten readings a day of a document by a visitor, then one an hour; the share has each', async () => {
    const { id, link, visitor } = await share();
    const [document = '', other = ''] = documents;
    const before = await readings();
    const added = async () => (await readings()) - before;
    await Promise.all(Array.from({ length: 15 }, () => visitor.read(id, document)));
    for (let count = 0; count < 5; count += 1) await (await enter(link)).read(id, document);
    expect(await added()).toBe(10);
    await visitor.read(id, other);
    await visitor.download(id, documents);
    expect(await added()).toBe(12);
    const neighbour = await enter(link);
    neighbour.address = '192.0.2.7';
    await neighbour.read(id, document);
    expect(await added()).toBe(13);
    const after = await eventsOf(id);
    expect(after.filter((event) => event === 'READ Bail')).toHaveLength(21);
    expect(after.filter((event) => event !== 'READ Bail')).toEqual(['DOWNLOADED Avis', 'DOWNLOADED Bail', 'READ Avis']);
    await wait(1);
    const later = await enter(link);
    for (let count = 0; count < 3; count += 1) await later.read(id, document);
    expect(await added()).toBe(14);
    await wait(23);
    const nextDay = await enter(link);
    for (let count = 0; count < 3; count += 1) await nextDay.read(id, document);
    expect(await added()).toBe(17);
  });

  it('has ten openings a day by a visitor; the share has each, and when it was last opened', async () => {
    const { id, link } = await owner.share(documents, { mode: 'LINK' });
    const before = await openings();
    await Promise.all(Array.from({ length: 15 }, () => enter(link)));
    test.clock.advance(1_000);
    await enter(link);
    expect((await openings()) - before).toBe(10);
    expect((await owner.events(id)).filter(({ kind }) => kind === 'OPENED')).toHaveLength(16);
    const neighbour = await ShareVisitor.of(test, link);
    neighbour.address = '192.0.2.7';
    await neighbour.giveCode('');
    expect((await openings()) - before).toBe(11);
  });
});

describe('what cannot be given', () => {
  it('is not recorded: an archive of which one document cannot be opened', async () => {
    const broken = await owner.document('Abîmé', {}, makePdf('abime', 2_000));
    const ids = [...documents, broken];
    const { id, link } = await owner.share(ids, { mode: 'LINK' });
    const visitor = await enter(link);
    await test.platform.db
      .updateTable('documents')
      .set({ header: Buffer.alloc(300, 1) })
      .where('document_id', '=', broken)
      .execute();
    const before = await readings();
    const refused = { status: 500, errors: [{ code: 'EncryptionError' }] };
    expect((await visitor.download(id, ids)).json()).toEqual(refused);
    const archive = `public/sharings/${id}/archive?documents=${ids.join(',')}`;
    for (const range of ['bytes=0-', 'bytes=-10'])
      expect((await visitor.call('GET', archive, { headers: { range } })).json()).toEqual(refused);
    expect(await eventsOf(id)).toEqual([]);
    expect(await readings()).toBe(before);
  });

  it('is told after what the visitor has already: 304 comes before 416', async () => {
    const { id, visitor } = await share();
    const [document = ''] = documents;
    const etag = String((await visitor.read(id, document)).headers['etag']);
    const range = 'bytes=999999-';
    const before = await readings();
    expect((await visitor.read(id, document, { range, 'if-none-match': etag })).statusCode).toBe(304);
    expect((await visitor.read(id, document, { range, 'if-none-match': '"another"' })).statusCode).toBe(416);
    // Nothing has left.
    expect(await eventsOf(id)).toEqual(['READ Bail']);
    expect(await readings()).toBe(before);
  });
});
