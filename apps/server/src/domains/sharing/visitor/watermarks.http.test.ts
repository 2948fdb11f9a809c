import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeOwner, upload } from '../../../testing/people/makers.ts';
import { pdfOfPages, pdfSaying, pictureSaying } from '../../../testing/files/sample-files.ts';
import { promptReader } from '../../../testing/fakes/prompt-reader.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let owner: Sharer;
beforeAll(async () => {
  test = await createTestApp({ reader: promptReader() });
  owner = new Sharer(test, await makeOwner(test));
});
afterAll(() => test.close());

const add = async (fileName: string, content: Buffer, type = 'CIDT') => {
  const answer = await upload(test, owner.owner, { fileName, content, fields: { type } });
  return answer.json<{ id: string }>().id;
};
/** By a link without a code. */
const visit = async (documents: string[], wanted: object = {}) => {
  const share = await owner.share(documents, { mode: 'LINK', ...wanted });
  const visitor = await ShareVisitor.of(test, share.link);
  await visitor.giveCode('');
  return { share, visitor };
};

const picture = await pictureSaying('Carte');
const pdf = await pdfSaying('Carte nationale');

describe('an identity paper that is shared', () => {
  it.each([
    ['Carte.png', picture, 'image/jpeg', 'Carte.jpg'],
    ['Carte.pdf', pdf, 'application/pdf', 'Carte.pdf'],
  ])('is announced as what comes, read or downloaded: %s', async (fileName, content, mimeType, sentName) => {
    const paper = await add(fileName, content);
    const { share, visitor } = await visit([paper]);
    const [listed] = (await visitor.list())[0]?.documents ?? [];
    expect(listed).toMatchObject({ watermarked: true, mimeType, fileName: sentName });
    for (const sent of [await visitor.read(share.id, paper), await visitor.download(share.id, [paper])]) {
      expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, listed?.mimeType]);
      expect(sent.headers['content-disposition']).toContain(`"${listed?.fileName}"`);
    }
    const unmarked = await visit([paper], { watermark: false });
    const [asItIs] = (await unmarked.visitor.list())[0]?.documents ?? [];
    const original = await unmarked.visitor.read(unmarked.share.id, paper);
    expect(asItIs).toMatchObject({ watermarked: false, fileName });
    expect(original.headers['content-type']).toBe(asItIs?.mimeType);
  });

  it.each([
    ['Carte.png', picture, 'image/jpeg', 'Carte.jpg'],
    ['Carte.pdf', pdf, 'application/pdf', 'Carte.pdf'],
  ])('goes out with a mark, the same each time: %s', async (fileName, content, mimeType, sentName) => {
    const document = await add(fileName, content);
    const { share, visitor } = await visit([document]);
    expect(share.documents).toMatchObject([{ watermarked: true }]);
    const first = await visitor.read(share.id, document);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, mimeType]);
    expect(first.headers['content-disposition']).toContain(sentName);
    expect(first.rawPayload.equals(content)).toBe(false);
    const range = await visitor.read(share.id, document, { range: 'bytes=100-199' });
    expect(range.statusCode).toBe(206);
    expect(range.rawPayload.equals(first.rawPayload.subarray(100, 200))).toBe(true);
    test.clock.advance(6 * 60_000);
    expect((await visitor.read(share.id, document)).headers['etag']).toBe(first.headers['etag']);
    const original = await owner.call('GET', `documents/${document}/content`);
    expect(original.rawPayload.equals(content)).toBe(true);
  });

  it('says what it is for: another purpose is another picture', async () => {
    const document = await add('Carte.png', picture);
    const [first, second] = [await visit([document]), await visit([document], { purpose: 'Ouverture de compte' })];
    const read = async ({ share, visitor }: typeof first) => (await visitor.read(share.id, document)).headers['etag'];
    expect(await read(first)).not.toBe(await read(second));
  });

  it('goes out as it is where its owner wants no mark, and so does what is no identity paper', async () => {
    const paper = await add('Carte.png', picture);
    const other = await add('Bail.png', picture, 'AUDO');
    const { share, visitor } = await visit([paper, other], { watermark: false });
    expect((await visitor.read(share.id, paper)).rawPayload.equals(picture)).toBe(true);
    const marked = await visit([other]);
    expect((await marked.visitor.read(marked.share.id, other)).rawPayload.equals(picture)).toBe(true);
  });

  it('keeps its mark when its owner says later that it is something else', async () => {
    const document = await add('Carte.png', picture);
    const { share, visitor } = await visit([document]);
    const before = await visitor.read(share.id, document);
    await owner.call('PATCH', `documents/${document}`, { type: 'AUDO' });
    expect((await owner.read(share.id)).documents).toMatchObject([{ type: 'AUDO', watermarked: true }]);
    expect((await visitor.list())[0]?.documents).toMatchObject([{ watermarked: true }]);
    test.clock.advance(6 * 60_000);
    const after = await visitor.read(share.id, document);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  it('gets a mark when its owner says only later what it is', async () => {
    const document = await add('Carte.png', picture, 'AUDO');
    const { share, visitor } = await visit([document]);
    await owner.call('PATCH', `documents/${document}`, { type: 'CIDT' });
    expect((await visitor.read(share.id, document)).rawPayload.equals(picture)).toBe(false);
  });

  it('is marked in an archive too', async () => {
    const [paper, other] = [await add('Carte.png', picture), await add('Bail.png', picture, 'AUDO')];
    const { share, visitor } = await visit([paper, other]);
    const archive = await visitor.download(share.id, [paper, other]);
    expect(archive.statusCode).toBe(200);
    const single = await visitor.read(share.id, paper);
    expect(archive.rawPayload.includes(single.rawPayload)).toBe(true);
    expect(archive.rawPayload.includes('Carte.jpg')).toBe(true);
  });

  it('is not given at all with more than sixty pages, alone or in an archive', async () => {
    const [paper, other] = [
      await add('Carte.pdf', await pdfOfPages(61), 'AUDO'),
      await add('Bail.png', picture, 'AUDO'),
    ];
    const { share, visitor } = await visit([paper, other]);
    await owner.call('PATCH', `documents/${paper}`, { type: 'CIDT' });
    const params = { limit: 'markedPages', max: 60 };
    const refusal = { status: 500, errors: [{ code: 'EncryptionError', params }] };
    expect((await visitor.read(share.id, paper)).json()).toEqual(refusal);
    expect((await visitor.download(share.id, [paper, other])).json()).toEqual(refusal);
    expect((await visitor.read(share.id, other)).statusCode).toBe(200);
  });

  it('is refused to its owner at once with more than sixty pages, unless it is shared without a mark', async () => {
    const [long, short] = [
      await add('Passeport.pdf', await pdfOfPages(61)),
      await add('Carte.pdf', await pdfOfPages(60)),
    ];
    const share = (documents: string[], more = {}) =>
      owner.call('POST', 'sharings', { title: 'Dossier', mode: 'LINK', documents, ...more });
    const refused = await share([short, long]);
    const params = { rule: 'pages', limit: 'markedPapers', max: 60, title: 'Passeport' };
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { status: 400, errors: [{ code: 'InvalidRequest', field: 'watermark', params }] },
    ]);
    expect((await share([short, long], { watermark: false })).statusCode).toBe(201);
    expect((await share([short])).statusCode).toBe(201);
  });

  it('is not given at all where no mark can be drawn', async () => {
    const broken = Buffer.concat([picture.subarray(0, 40), Buffer.alloc(200)]);
    const document = await add('Carte.png', broken);
    const { share, visitor } = await visit([document]);
    const answer = await visitor.read(share.id, document);
    expect(answer.json()).toEqual({ status: 500, errors: [{ code: 'EncryptionError' }] });
  });
});

describe('many papers of one owner that visitors ask for at once', () => {
  it('are marked two at a time, the last visitors are sent away, and those of another owner have theirs meanwhile', async () => {
    const paper = await add('Carte.png', picture);
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let count = 0; count < 23; count++) visits.push(await visit([paper]));
    const other = new Sharer(test, await makeOwner(test));
    const sent = await upload(test, other.owner, { fileName: 'Carte.png', content: picture, fields: { type: 'CIDT' } });
    const { id } = sent.json<{ id: string }>();
    const others = await other.share([id], { mode: 'LINK' });
    const visitor = await ShareVisitor.of(test, others.link);
    await visitor.giveCode('');
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const held = vi.spyOn(test.platform.reader, 'read').mockImplementation(async (_wanted, { chunks }) => {
      begun += 1;
      // Those of the first owner: two at a time.
      if (begun <= 2) await gate.promise;
      await Array.fromAsync(chunks);
      return { picture: null, text: null, marked: picture };
    });
    onTestFinished(() => {
      gate.resolve();
      held.mockRestore();
    });
    const asked = visits.map((one) => one.visitor.read(one.share.id, paper));
    await expect.poll(() => begun).toBe(2);
    const refused = await Promise.race(asked);
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { status: 503, errors: [{ code: 'ServiceUnavailable' }] },
    ]);
    expect(refused.headers['retry-after']).toBe('5');
    const theirs = visitor.read(others.id, id);
    await expect.poll(() => begun).toBe(3);
    expect((await theirs).statusCode).toBe(200);
    gate.resolve();
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 503).length]).toEqual([22, 1]);
  });
});
