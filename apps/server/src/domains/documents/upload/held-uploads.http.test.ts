import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Antivirus } from '../../../platform/antivirus/antivirus.ts';
import { beginForm, formEnd, holdRequest, type HeldRequest } from '../../../testing/uploads/held-requests.ts';
import { makeForm, makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { pace } from '../../../testing/pace.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { tusOf } from '../../../testing/uploads/tus.ts';
import { makeLink } from '../../../testing/people/request-links.ts';

const v1 = '/backend/api/v1';

let begun = 0;
const antivirus: Antivirus = {
  enabled: true,
  check: async () => {},
  begin: async () => {
    begun += 1;
    return { write: async () => {}, finish: async () => ({ verdict: 'clean' }), abort: () => {} };
  },
};

/** Two processes of one installation, each on a port of its own. */
let t: TestApp;
let other: TestApp;
let ports: [number, number];
/** A third, for which an upload is too slow after 4 seconds. */
let impatient: TestApp;
let impatientPort: number;
beforeAll(async () => {
  const settings = {
    bodyLimits: { longestMs: 30_000, slowest: { bytesPerSecond: 8_000, overSeconds: 4 } },
  };
  t = await createTestApp({ antivirus });
  other = await createTestApp({ beside: t, antivirus });
  impatient = await createTestApp({ beside: t, antivirus, settings });
  for (const { app } of [t, other, impatient]) await app.listen({ port: 0, host: '127.0.0.1' });
  ports = [portOf(t.app.server), portOf(other.app.server)];
  impatientPort = portOf(impatient.app.server);
});
afterAll(async () => {
  await impatient.close();
  await other.close();
  await t.close();
});

const held: HeldRequest[] = [];
const slots = () => t.platform.db.selectFrom('upload_slots').selectAll().execute();
afterEach(async () => {
  for (const { socket } of held.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await slots()).length === 0, { timeout: 30_000 * pace });
});

type Held = { path?: string; token: string; bytes?: number; from?: string; port?: number | undefined };

/** A form whose file never comes, or not all of it; `bytes` is how much was announced. */
function holdForm({ path = `${v1}/documents`, token, bytes = 1_000_000, from, port = ports[1] }: Held): HeldRequest {
  const { head, beginning } = beginForm(path, { token, fileName: 'acte.pdf', bytes });
  const request = holdRequest({ port, head, ...(from !== undefined && { from }) });
  request.send(beginning);
  held.push(request);
  return request;
}

const holdOwner = (owner: TestOwner, more: Partial<Held> = {}) => holdForm({ token: owner.token, ...more });
const filesPath = `${v1}/public/document-requests/files`;

describe('an upload that is held open', () => {
  it('begins no scan before its first 64 KB, and is scanned at once when it is whole', async () => {
    const owner = await makeOwner(t);
    const before = begun;
    const request = holdOwner(owner);
    request.send(makePdf('x', 60_000));
    await expect.poll(async () => (await slots()).length).toBe(1);
    await wait(300);
    expect(begun).toBe(before);
    request.send(Buffer.alloc(10_000, '% padding\n'));
    await expect.poll(() => begun).toBe(before + 1);
    expect((await upload(t, owner, { content: makePdf('small') })).statusCode).toBe(201);
    expect(begun).toBe(before + 2);
  });

  it('ends with 408 RequestTimeout when it comes too slowly, and holds nothing any more', async () => {
    const owner = await makeOwner(t);
    const request = holdOwner(owner, { port: impatientPort });
    const drip = setInterval(() => request.send('%'.repeat(500)), 200);
    expect(await request.status).toBe(408);
    clearInterval(drip);
    expect(await request.answer).toContain('{"status":408,"errors":[{"code":"RequestTimeout"}]}');
    const intents = () => t.platform.db.selectFrom('upload_intents').selectAll().execute();
    await expect.poll(intents).toEqual([]);
  });

  it('holds nothing once its caller has gone, also one that still waited for its turn', async () => {
    const owner = await makeOwner(t);
    const answers: ServerResponse[] = [];
    other.app.server.on('request', (_request, answer: ServerResponse) => void answers.push(answer));
    const callers = Array.from({ length: 20 }, () => holdOwner(owner));
    await expect.poll(async () => (await slots()).length).toBe(6);
    await expect.poll(() => answers.length).toBe(20);
    for (const { socket } of callers) socket.destroy();
    // The others have had their turns by then: nobody hears the answers.
    await expect.poll(() => answers.every(({ writableEnded }) => writableEnded)).toBe(true);
    await expect.poll(slots).toEqual([]);
    expect((await upload(t, owner, { content: makePdf('after') })).statusCode).toBe(201);
  });

  it('goes on as long as it comes fast enough', async () => {
    const owner = await makeOwner(t);
    const content = makePdf('slow', 64_000);
    const request = holdOwner(owner, { port: impatientPort, bytes: content.length });
    for (let at = 0; at < content.length; at += 4_000) {
      request.send(content.subarray(at, at + 4_000));
      await wait(200);
    }
    request.send(formEnd);
    expect(await request.status).toBe(201);
  });

  it('ends a part of a file that comes too slowly, and keeps what has come', async () => {
    const owner = await makeOwner(t);
    const tus = tusOf(t, owner);
    const created = await tus.create({ bytes: 100_000 });
    const location = String(created.headers['location']);
    const head = [`PATCH ${location} HTTP/1.1`, 'host: x', `authorization: Bearer ${owner.token}`];
    head.push('tus-resumable: 1.0.0', 'upload-offset: 0', 'content-length: 100000');
    const request = holdRequest({
      port: impatientPort,
      head: [...head, 'content-type: application/offset+octet-stream'],
    });
    held.push(request);
    request.send(makePdf('x', 6_000));
    expect(await request.status).toBe(408);
    await expect.poll(async () => (await tus.head(location)).headers['upload-offset']).toBe('6000');
  });
});

describe('uploads at once', () => {
  it('are six for one owner, over all processes, whatever the way; others have their own', async () => {
    const owner = await makeOwner(t);
    const first = Array.from({ length: 6 }, (_, index) => holdOwner(owner, { port: ports[index % 2] }));
    await expect.poll(async () => (await slots()).length).toBe(6);
    for (const { app } of [t, other]) {
      const refused = await upload({ app }, owner, { content: makePdf('seventh') });
      expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'TooManyRequests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const tus = tusOf(t, owner);
    const location = String((await tus.create({ bytes: 1_000 })).headers['location']);
    expect((await tus.patch(location, 0, makePdf('part', 1_000))).statusCode).toBe(429);
    expect((await upload(t, await makeOwner(t), { content: makePdf('mine') })).statusCode).toBe(201);
    first[0]?.socket.destroy();
    await expect.poll(async () => (await upload(other, owner, { content: makePdf('seventh') })).statusCode).toBe(201);
  });

  it('are six of a hundred that come at the same instant', async () => {
    const owner = await makeOwner(t);
    const requests = Array.from({ length: 100 }, (_, index) => holdOwner(owner, { port: ports[index % 2] }));
    const statuses = requests.map(({ status }) => status);
    let refused = 0;
    for (const status of statuses) void status.then((code) => (refused += code === 429 ? 1 : 0));
    await expect.poll(() => refused).toBe(94);
    expect(await slots()).toHaveLength(6);
  });

  it('are four for a link, and a session does not open another', async () => {
    const owner = await makeOwner(t);
    const link = await makeLink(t, owner);
    for (let index = 0; index < 4; index++)
      holdForm({ path: filesPath, token: link, from: `127.0.1.${index + 1}`, port: ports[index % 2] });
    await expect.poll(async () => (await slots()).length).toBe(8);
    const fifth = holdForm({ path: filesPath, token: link, from: '127.0.1.9' });
    expect(await fifth.status).toBe(429);
    expect((await upload(t, owner, { content: makePdf('mine') })).statusCode).toBe(201);
  });

  it('are twenty-four for a client address without a session, whatever the links', async () => {
    const owner = await makeOwner(t);
    const links = await Promise.all(Array.from({ length: 7 }, () => makeLink(t, owner)));
    for (let index = 0; index < 24; index++)
      holdForm({ path: filesPath, token: links[index % 6] ?? '', from: '127.0.2.1', port: ports[index % 2] });
    await expect.poll(async () => (await slots()).length).toBe(48);
    const seventh = links[6] ?? '';
    expect(await holdForm({ path: filesPath, token: seventh, from: '127.0.2.1' }).status).toBe(429);
    const elsewhere = holdForm({ path: filesPath, token: seventh, from: '127.0.2.2', bytes: 2_000 });
    elsewhere.send(makePdf('mine', 2_000));
    elsewhere.send(formEnd);
    expect(await elsewhere.status).toBe(201);
  });

  it('are free again fifteen seconds after their process was killed', async () => {
    const owner = await makeOwner(t);
    const gone = Array.from({ length: 6 }, () => holdOwner(owner));
    await expect.poll(async () => (await slots()).length).toBe(6);
    t.clock.advance(16_000);
    expect((await upload(t, owner, { content: makePdf('after') })).statusCode).toBe(201);
    for (const { socket } of gone) socket.destroy();
  });
});

describe('other people, while a hundred uploads are held from many addresses', () => {
  it('read in under 300 ms (99 of 100) and upload in under 5 s, over sockets to the very process', async () => {
    const holder = await makeOwner(t);
    const links = await Promise.all(Array.from({ length: 25 }, () => makeLink(t, holder)));
    const requests = links.flatMap((token, index) =>
      [1, 2, 3, 4].map((host) =>
        holdForm({ path: filesPath, token, from: `127.0.${index + 3}.${host}`, bytes: 10_000_000 }),
      ),
    );
    // A file whose first 64 KB are of no known type is refused.
    for (const request of requests) request.send('%PDF-1.7\n');
    // Four times the slowest that is borne: on a busy machine the drops come late.
    const dripping = setInterval(() => {
      for (const request of requests) request.send(Buffer.alloc(32_000, '% padding\n'));
    }, 1_000);
    await expect.poll(async () => (await slots()).length).toBe(200);
    const owner = await makeOwner(t);
    const readMs: number[] = [];
    for (let index = 0; index < 100; index++) readMs.push(await timed(() => send(owner, 'GET', 200)));
    const form = makeForm([{ name: 'file', fileName: 'acte.pdf', content: makePdf('mine', 2_000_000) }]);
    const uploadMs = await timed(() => send(owner, 'POST', 201, form));
    clearInterval(dripping);
    // The owner's own is kept for a moment.
    await expect.poll(async () => (await slots()).length).toBe(200);
    expect(readMs.toSorted((a, b) => a - b)[98]).toBeLessThan(300 * pace);
    expect(uploadMs).toBeLessThan(5_000 * pace);
  });
});

/** Sends a call over a socket to the process that is attacked, and reads its answer to the end. */
async function send(owner: TestOwner, method: 'GET' | 'POST', status: number, form?: ReturnType<typeof makeForm>) {
  const answer = await fetch(`http://127.0.0.1:${ports[1]}${v1}/documents`, {
    method,
    headers: { ...owner.headers, ...form?.headers },
    ...(form && { body: form.payload }),
  });
  await answer.arrayBuffer();
  expect(answer.status).toBe(status);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
