import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unzipSync } from 'fflate';
import { makeOwner, makePdf, upload } from '../../../testing/people/makers.ts';
import { pictureSaying } from '../../../testing/files/sample-files.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pace } from '../../../testing/pace.ts';

const v1 = '/backend/api/v1';
const picture = await pictureSaying('Carte');
const lease = makePdf('bail', 700_000);
/** A busy machine may take a while. */
const patient = { timeout: 30_000 * pace };

let test: TestApp;
let owner: Sharer;
let documents: string[];
let shareId: string;
let visitor: ShareVisitor;
let origin: string;
beforeAll(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const add = async (fileName: string, content: Buffer, type: string) =>
    (await upload(test, owner.owner, { fileName, content, fields: { type } })).json<{ id: string }>().id;
  documents = [await add('Bail.pdf', lease, 'AUDO'), await add('Carte.png', picture, 'CIDT')];
  const share = await owner.share(documents, { mode: 'LINK' });
  shareId = share.id;
  visitor = await ShareVisitor.of(test, share.link);
  await visitor.giveCode('');
});
afterAll(() => test.close());

const headers = () => ({ authorization: `Bearer ${visitor.sharingToken}` });
const archiveOf = (ids: readonly string[]) => `${v1}/public/sharings/${shareId}/archive?documents=${ids.join(',')}`;
const contentOf = (id = '') => `${v1}/public/sharings/${shareId}/documents/${id}/content`;
const goOn = (url: string, from: number, etag: string) =>
  test.app.inject({ url, headers: { ...headers(), range: `bytes=${from}-`, 'if-range': etag } });

/** Takes so many bytes of an answer, and then the line is cut. */
async function takeSome(url: string, bytes: number): Promise<{ taken: Buffer; etag: string; total: number }> {
  const asking = get(`${origin}${url}`, { headers: headers() });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    if (Buffer.concat(chunks).length >= bytes) break;
  }
  asking.destroy();
  const taken = Buffer.concat(chunks).subarray(0, bytes);
  return { taken, etag: String(answer.headers.etag), total: Number(answer.headers['content-length']) };
}

describe('a visitor’s download that was cut', () => {
  it.each([
    ['the archive', () => archiveOf(documents), 500_000],
    ['a document with a mark', () => contentOf(documents[1]), 2_000],
    ['a document as it is', () => contentOf(documents[0]), 500_000],
  ])('goes on from its next byte: %s', async (_name, urlOf, bytes) => {
    const whole = await test.app.inject({ url: urlOf(), headers: headers() });
    const { taken, etag, total } = await takeSome(urlOf(), bytes);
    expect([total, taken.length]).toEqual([whole.rawPayload.length, bytes]);
    // Marks that were kept are kept no more.
    test.clock.advance(6 * 60_000);
    const rest = await goOn(urlOf(), bytes, etag);
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes ${bytes}-${total - 1}/${total}`]);
    expect(Buffer.concat([taken, rest.rawPayload]).equals(whole.rawPayload)).toBe(true);
  });

  it('is the one that it was, by the call that begins it too', async () => {
    const begun = await visitor.download(shareId, documents);
    expect(begun.headers['content-length']).toBe(String(begun.rawPayload.length));
    const rest = await goOn(archiveOf(documents), 300_000, String(begun.headers['etag']));
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(begun.rawPayload.subarray(300_000))).toBe(true);
    const opened = unzipSync(begun.rawPayload);
    expect(Object.keys(opened)).toEqual(['Bail.pdf', 'Carte.jpg']);
    expect(Buffer.from(opened['Bail.pdf'] ?? []).equals(lease)).toBe(true);
    const single = await visitor.download(shareId, [documents[1] ?? '']);
    const tail = await goOn(contentOf(documents[1]), 2_000, String(single.headers['etag']));
    expect(tail.rawPayload.equals(single.rawPayload.subarray(2_000))).toBe(true);
  });

  it('comes whole where it is another by now', async () => {
    const begun = await visitor.download(shareId, documents);
    await owner.call('PATCH', `documents/${documents[0]}`, { title: 'Bail signé' });
    const rest = await goOn(archiveOf(documents), 300_000, String(begun.headers['etag']));
    expect(rest.statusCode).toBe(200);
    expect(Object.keys(unzipSync(rest.rawPayload))).toEqual(['Bail signé.pdf', 'Carte.jpg']);
  });

  it('is refused as the download is: nothing named, outside the share, ended', async () => {
    const ask = async (url: string) => (await test.app.inject({ url, headers: headers() })).json<object>();
    expect(await ask(`${v1}/public/sharings/${shareId}/archive`)).toMatchObject({
      errors: [{ code: 'InvalidRequest', field: 'documents', params: { rule: 'required' } }],
    });
    const other = await owner.document('Ailleurs');
    expect(await ask(archiveOf([other]))).toEqual({ status: 404, errors: [{ code: 'EntitiesNotFoundForUser' }] });
    await owner.call('POST', `sharings/${shareId}/stop`);
    expect(await ask(archiveOf(documents))).toEqual({ status: 410, errors: [{ code: 'EntityNotFound' }] });
  });
});

it('makes no more of an archive once who asked for its end has left', async () => {
  const large = await Promise.all([1, 2, 3, 4].map((n) => owner.document(`Plan ${n}`, {}, makePdf(`${n}`, 3_000_000))));
  const share = await owner.share(large, { mode: 'LINK' });
  const other = await ShareVisitor.of(test, share.link);
  await other.giveCode('');
  let read = 0;
  const stored = test.platform.objects.get.bind(test.platform.objects);
  const slowly = vi.spyOn(test.platform.objects, 'get').mockImplementation(async (...asked) => {
    const stream = await stored(...asked);
    return Readable.from(
      (async function* () {
        for await (const chunk of stream) {
          read += (chunk as Buffer).length;
          await wait(10);
          yield chunk as Buffer;
        }
      })(),
    );
  });
  try {
    const asking = get(`${origin}${v1}/public/sharings/${share.id}/archive?documents=${large.join(',')}`, {
      headers: { authorization: `Bearer ${other.sharingToken}`, range: 'bytes=-10' },
    });
    asking.on('error', () => asking.destroy());
    await vi.waitFor(() => expect(read).toBeGreaterThan(200_000), patient);
    asking.destroy();
    const readMeanwhile = async () => {
      const before = read;
      await wait(700);
      return read - before;
    };
    await expect.poll(readMeanwhile).toBe(0);
    expect(read).toBeLessThan(9_000_000);
  } finally {
    slowly.mockRestore();
  }
});

describe('what stands before parts of archives', () => {
  let share: Awaited<ReturnType<Sharer['share']>>;
  let url: string;
  let making: number;
  let open: () => void;
  let stops: () => void;
  beforeEach(async () => {
    const ids = [await owner.document('Plan'), await owner.document('Devis')];
    share = await owner.share(ids, { mode: 'LINK' });
    url = `${v1}/public/sharings/${share.id}/archive?documents=${ids.join(',')}`;
    making = 0;
    const gate = Promise.withResolvers<void>();
    open = gate.resolve;
    const stored = test.platform.objects.get.bind(test.platform.objects);
    const waiting = vi.spyOn(test.platform.objects, 'get').mockImplementation(async (objectId, range) => {
      if (range === undefined) {
        making += 1;
        await gate.promise;
      }
      return stored(objectId, range);
    });
    stops = () => waiting.mockRestore();
  });
  afterEach(() => {
    open();
    stops();
  });

  const visit = async () => {
    const one = await ShareVisitor.of(test, share.link);
    expect(await one.giveCode('')).toMatchObject({ status: 204 });
    return one;
  };
  const visits = (count: number) => Promise.all(Array.from({ length: count }, visit));
  const ask = ({ sharingToken }: ShareVisitor, range = 'bytes=-100') =>
    test.app.inject({ url, headers: { authorization: `Bearer ${sharingToken}`, range } });
  const downloads = async () => (await owner.events(share.id)).filter(({ kind }) => kind === 'DOWNLOADED').length;
  const connections = () => promisify(test.app.server.getConnections.bind(test.app.server))();
  const refusal = { status: 503, errors: [{ code: 'ServiceUnavailable' }] };

  it('is made two at a time; who comes when too many wait is sent away, and nothing is recorded of it', async () => {
    const others = await visits(23);
    const asked = others.map((one) => ask(one));
    const refused = await Promise.race(asked);
    expect([refused.statusCode, refused.json<object>()]).toEqual([503, refusal]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-range']).toBeUndefined();
    await vi.waitFor(() => expect(making).toBe(2), patient);
    expect(await downloads()).toBe(2 * 2);
    open();
    const answers = await Promise.all(asked);
    const given = answers.filter(({ statusCode }) => statusCode === 206);
    expect(given).toHaveLength(22);
    expect(await downloads()).toBe(22 * 2);
    const whole = (await ask(others[0] ?? (await visit()), 'bytes=0-')).rawPayload;
    for (const { rawPayload } of given) expect(rawPayload.equals(whole.subarray(-100))).toBe(true);
    for (const one of others) expect((await ask(one)).statusCode).toBe(206);
  });

  it('is made for a visit once at a time', async () => {
    const [one, other] = [await visit(), await visit()];
    const first = ask(one);
    await vi.waitFor(() => expect(making).toBe(1), patient);
    const again = await ask(one);
    expect([again.statusCode, again.json<object>()]).toEqual([503, refusal]);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    const next = ask(other);
    await vi.waitFor(() => expect(making).toBe(2), patient);
    open();
    expect([(await first).statusCode, (await next).statusCode]).toEqual([206, 206]);
    expect((await ask(one)).statusCode).toBe(206);
  });

  it('leaves its place where it cannot be recorded', async () => {
    const one = await visit();
    open();
    vi.spyOn(test.platform.relaxedDb, 'transaction').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    expect((await ask(one)).statusCode).toBe(500);
    expect((await ask(one)).statusCode).toBe(206);
  });

  it('waits no more for who has left, of whom nothing is recorded', async () => {
    const [late, first, second, ...leaving] = await visits(24);
    if (!late || !first || !second) throw new Error('three visits at least');
    const asked = [ask(first), ask(second)];
    await vi.waitFor(() => expect(making).toBe(2), patient);
    const asking = leaving.map(({ sharingToken }) =>
      get(`${origin}${url}`, { headers: { authorization: `Bearer ${sharingToken}`, range: 'bytes=-100' } }),
    );
    // One of them finds the line full of the others.
    const told = await Promise.race(asking.map(async (one) => ((await once(one, 'response')) as [IncomingMessage])[0]));
    expect(told.statusCode).toBe(503);
    for (const one of asking) one.on('error', () => one.destroy()).destroy();
    await vi.waitFor(async () => expect(await connections()).toBe(0), patient);
    const come = ask(late);
    // Nothing tells that it stands in the line: long enough to be refused where the line is still full.
    await Promise.race([come, wait(300 * pace)]);
    open();
    const answers = await Promise.all([...asked, come]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([206, 206, 206]);
    expect(await downloads()).toBe(3 * 2);
  });
});
