import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadOptions } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCuttingProxy } from '../../../../testing/servers/cutting-proxy.ts';
import { eicar } from '../../../../testing/servers/clamd.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../../testing/people/makers.ts';
import { portOf } from '../../../../testing/instances/port-of.ts';
import { scannerOf, tracesOf } from '../../../../testing/uploads/resumable-uploads.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { clientOf, refusalOf } from '../../../../testing/uploads/tus-client.ts';
import type { ObjectChunks } from '../../../../platform/objects/objects.ts';
import { clearExpiredUploads } from '../../documents.jobs.ts';

const antivirus = scannerOf({ isDown: false });
let t: TestApp;
let beside: TestApp;
let owner: TestOwner;
let x: ReturnType<typeof tracesOf>;
/** The target of the line, and its next cut. */
let port: number;
let nextCut: Parameters<typeof startCuttingProxy>[1];
let line: Awaited<ReturnType<typeof startCuttingProxy>>;

beforeAll(async () => {
  t = await createTestApp({ antivirus, storageLimitBytes: 400_000_000 });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  beside = await createTestApp({ antivirus, beside: t });
  await beside.app.listen({ port: 0, host: '127.0.0.1' });
  await t.startWorker();
});
beforeEach(async () => {
  owner = await makeOwner(t);
  x = tracesOf(t, owner);
  port = portOf(t.app.server);
  nextCut = () => null;
  line = await startCuttingProxy(
    () => port,
    () => nextCut(),
  );
});
afterEach(() => line.close());
afterAll(async () => {
  await beside.close();
  await t.close();
});

const large = Buffer.concat([makePdf('grand', 1_000), randomBytes(30_000_000)]);
const direct = ({ app }: TestApp) => ({ url: `http://127.0.0.1:${portOf(app.server)}`, headers: owner.headers });
const throughLine = () => ({ url: line.url, headers: owner.headers });

/** The document is whole, the only one, and nothing else is left. */
async function expectOnly(documentId: string | undefined, content: Buffer): Promise<void> {
  expect((await x.content(documentId)).equals(content)).toBe(true);
  expect(await x.room()).toEqual({ used: content.length, reserved: 0, count: 1 });
  await expectNothingElse();
}

/** Once the janitor has come by: a process that ended could not clear what it was about to put. */
async function expectNothingElse(): Promise<void> {
  t.clock.advance(25 * 3_600_000);
  await clearExpiredUploads(t.platform);
  await expect.poll(() => x.rows()).toEqual({ resumable_uploads: 0, resumable_pieces: 0, upload_intents: 0 });
  await expect.poll(() => x.strayObjects()).toEqual([]);
}

/** Who takes a part of the only upload: nobody once all that came of it is kept. */
async function turn(): Promise<string | null> {
  const uploads = t.platform.db.selectFrom('resumable_uploads').select('turn');
  return (await uploads.where('safe_id', '=', owner.safeId).executeTakeFirstOrThrow()).turn;
}

/** Resolves once so many bytes have been taken. */
const reached = (bytes: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, onProgress: (sent: number) => void (sent >= bytes && resolve()) };
};

/** The same bytes; reports how many have come. */
async function* counted(chunks: ObjectChunks, onProgress: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    onProgress((bytes += chunk.length));
    yield chunk;
  }
}

describe('a file of 30 MB', () => {
  it('arrives whole on a line that is cut again and again', async () => {
    // Always before a whole piece: only what is kept of a cut one brings it forward.
    nextCut = () => ({ afterBytes: 200_000 + Math.random() * 3_500_000 });
    const { upload, ended } = clientOf(large, throughLine());
    upload.start();
    const { documentId, error } = await ended;
    expect(error).toBeNull();
    expect(line.seen.cuts).toBeGreaterThan(5);
    await expectOnly(documentId, large);
  });

  it('is not sent again when the client comes back before what a cut line brought is kept', async () => {
    const { objects } = t.platform;
    const put = objects.put.bind(objects);
    const arrived = reached(1_500_000);
    objects.put = async (id, chunks) => {
      const stored = await put(id, counted(chunks, arrived.onProgress));
      await sleep(300);
      return stored;
    };
    // A busy server may have read nothing yet of what the line has passed on.
    nextCut = () => (line.seen.cuts === 0 ? { afterBytes: 3_000_000, once: arrived.promise } : null);
    const offsets: (string | undefined)[] = [];
    const onAfterResponse: UploadOptions['onAfterResponse'] = (request, response) => {
      if (request.getMethod() === 'HEAD') offsets.push(response.getHeader('Upload-Offset'));
    };
    const { upload, ended } = clientOf(large, { ...throughLine(), options: { onAfterResponse } });
    upload.start();
    const { documentId, error } = await ended;
    objects.put = put;
    expect(error).toBeNull();
    expect(offsets).toHaveLength(1);
    expect(Number(offsets[0])).toBeGreaterThan(1_000_000);
    await expectOnly(documentId, large);
  });

  it('arrives whole on a line whose breaks the server does not see', async () => {
    nextCut = () => ({ afterBytes: 3_000_000 + Math.random() * 9_000_000, side: 'client' });
    const { upload, ended } = clientOf(large, throughLine());
    upload.start();
    const { documentId, error } = await ended;
    expect(error).toBeNull();
    expect(line.seen.cuts).toBeGreaterThan(1);
    await line.close();
    await expectOnly(documentId, large);
    line = await startCuttingProxy(
      () => port,
      () => null,
    );
  });

  it('arrives in small chunks, the first with the announcement', async () => {
    const options = { chunkSize: 2_500_000, uploadDataDuringCreation: true };
    const { upload, ended } = clientOf(large, { ...throughLine(), options });
    upload.start();
    const { documentId, error } = await ended;
    expect(error).toBeNull();
    await expectOnly(documentId, large);
  });

  it('is paused, and goes on hours later by another client, another connection and another process', async () => {
    const some = reached(9_000_000);
    const first = clientOf(large, { ...throughLine(), options: { onProgress: some.onProgress } });
    first.upload.start();
    await some.promise;
    await first.upload.abort();
    await expect.poll(turn).toBeNull();
    t.clock.advance(23 * 3_600_000);
    owner = { ...owner, headers: await signIn() };
    const second = clientOf(large, { ...direct(beside), options: { uploadUrl: addressAt(beside, first.upload.url) } });
    second.upload.start();
    const { documentId, error } = await second.ended;
    expect(error).toBeNull();
    x = tracesOf(t, owner);
    await expectOnly(documentId, large);
  });

  it('arrives once, whole, from two clients at the same time', async () => {
    const some = reached(1_000_000);
    const first = clientOf(large, { ...throughLine(), options: { onProgress: some.onProgress } });
    first.upload.start();
    await some.promise;
    const second = clientOf(large, { ...direct(beside), options: { uploadUrl: addressAt(beside, first.upload.url) } });
    second.upload.start();
    const ends = await Promise.all([first.ended, second.ended]);
    const made = ends.map(({ documentId }) => documentId).filter((id) => id !== undefined);
    expect(new Set(made).size).toBe(1);
    await expectOnly(made[0], large);
  });

  it('survives a restart of the server in its middle', async () => {
    const other = await createTestApp({ antivirus, beside: t });
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    port = portOf(other.app.server);
    const some = reached(9_000_000);
    const { upload, ended } = clientOf(large, { ...throughLine(), options: { onProgress: some.onProgress } });
    upload.start();
    await some.promise;
    // Connections end at once, as when the process does.
    other.app.server.closeAllConnections();
    await other.close();
    port = portOf(beside.app.server);
    const { documentId, error } = await ended;
    expect(error).toBeNull();
    await expectOnly(documentId, large);
  });

  it('is given up, and its room is free again', async () => {
    const some = reached(9_000_000);
    const { upload } = clientOf(large, { ...throughLine(), options: { onProgress: some.onProgress } });
    upload.start();
    await some.promise;
    await upload.abort(true);
    await expect.poll(() => x.room()).toEqual({ used: 0, reserved: 0, count: 0 });
    await expectNothingElse();
  });
});

describe('a client is told', () => {
  const infected = Buffer.concat([makePdf('x', 30_000_000), eicar()]);
  const page = Buffer.alloc(6_000_000, '<html>');

  it.each([
    ['that 30 MB end with a virus', 'bail.pdf', infected, [422, 'MalwareDetected']],
    ['that a page is no PDF', 'bail.pdf', page, [415, 'UnsupportedFileType']],
    ['that a program is not taken', 'run.exe', page, [415, 'UnsupportedFileType']],
    ['that the safe is full', 'bail.pdf', Buffer.alloc(100_000_000), [507, 'UserSpaceStorageFull']],
    ['that a document is smaller', 'bail.pdf', Buffer.alloc(100_000_001), [413, 'PayloadTooLarge']],
  ])('%s', async (_what, filename, content, refusal) => {
    await t.platform.db
      .updateTable('safes')
      .set({ storage_limit: 99_999_999 })
      .where('safe_id', '=', owner.safeId)
      .execute();
    const { upload, ended } = clientOf(content, {
      ...throughLine(),
      options: { metadata: { filename }, retryDelays: null },
    });
    upload.start();
    expect(refusalOf(await ended)).toEqual(refusal);
    expect(await x.room()).toEqual({ used: 0, reserved: 0, count: 0 });
    await expectNothingElse();
  });
});

async function signIn(): Promise<Record<string, string>> {
  const payload = { email: owner.email, password: owner.password };
  const answer = await t.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload });
  return { authorization: `Bearer ${String(answer.headers['set-authorization'])}` };
}

/** The same upload where another process listens. */
const addressAt = ({ app }: TestApp, url: string | null): string =>
  `http://127.0.0.1:${portOf(app.server)}${new URL(url ?? '').pathname}`;
