import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { afterStatement } from '../../testing/fakes/after-statement.ts';
import { Depositor } from '../../testing/people/depositor.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { makePdf, upload } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { tracesOf } from '../../testing/uploads/resumable-uploads.ts';
import { ShareVisitor } from '../../testing/people/share-visitor.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { clearExpiredUploads } from '../documents/documents.jobs.ts';
import { scrubObjects } from '../documents/integrity/scrub.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const settings = { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} };

/** All is locked by then, and nothing is committed. */
const inTheMiddle = 25;

/** Merges, and waits in the middle until `meanwhile` has begun; gives both answers. */
async function mergeWhile<T>(
  owner: Merger,
  other: Merger,
  meanwhile: () => { begun: Promise<unknown>; done: Promise<T> },
) {
  const { promise: done, resolve } = Promise.withResolvers<{ answer: Promise<T> }>();
  const plugin = afterStatement(inTheMiddle, async () => {
    const { begun, done: answer } = meanwhile();
    resolve({ answer });
    await begun;
  });
  const app = await buildApp({ ...test.platform, db: test.platform.db.withPlugin(plugin) }, settings);
  try {
    const mergeToken = await owner.grant(other.owner);
    const headers = { ...owner.owner.headers, 'x-user-to-merge-token': mergeToken };
    const { statusCode } = await app.inject({ method: 'POST', url: '/backend/api/v1/user/merge', headers });
    return { merged: statusCode, answer: await (await done).answer };
  } finally {
    await app.close();
  }
}

/** Something that the merge waits for. */
const whole =
  <T>(work: () => Promise<T>) =>
  () => {
    const done = work();
    return { begun: done, done };
  };

/** Something that waits for the merge, at so many of its locks; or ends before it comes to one. */
const waiting =
  <T>(work: () => Promise<T>, locks = 1) =>
  () => {
    let isDone = false;
    const done = work().finally(() => (isDone = true));
    const reachLocks = async () => {
      await expect.poll(async () => isDone || (await countLockWaits(test)) >= locks).toBe(true);
    };
    return { begun: reachLocks(), done };
  };

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  body === '' ? undefined : (JSON.parse(body) as { errors?: Array<{ code: string }> }).errors?.[0]?.code,
];
const signedOut = [401, 'AuthTokenNotValid'];

const makeTwo = async () => [await Merger.make(test), await Merger.make(test)] as const;
const documentsOf = async ({ owner: { safeId } }: Merger) =>
  (await test.platform.db.selectFrom('documents').select('document_id').where('safe_id', '=', safeId).execute()).length;

describe('while a safe is received', () => {
  it('a deposit to its employer waits, and goes to the receiver', async () => {
    const from = await Depositor.make(test);
    const [owner, other] = [await Merger.make(test), new Merger(test, await from.addOwner())];
    const content = makePdf('meanwhile');
    const { merged, answer } = await mergeWhile(
      owner,
      other,
      waiting(() => from.deposit({ content })),
    );
    expect([merged, answer.status, answer.body.delivery]).toEqual([204, 201, 'ELECTRONIC']);
    expect((await from.documentsOf(owner.owner)).total).toBe(1);
  });

  it('its documents are whole to the scrubber, and those of the receiver are read', async () => {
    const [owner, other] = await makeTwo();
    const content = makePdf('read meanwhile', 70_000);
    const { id } = (await upload(test, other.owner, { content })).json<{ id: string }>();
    const own = (await upload(test, owner.owner)).json<{ id: string }>().id;
    test.clock.advance(25 * 3_600_000);
    await Promise.all([owner.signIn(), other.signIn()]);
    const read = whole(async () => {
      await scrubObjects(test.platform);
      return owner.call('GET', `documents/${own}`);
    });
    const { merged, answer } = await mergeWhile(owner, other, read);
    expect([merged, answer.statusCode]).toEqual([204, 200]);
    expect((await owner.call('GET', `documents/${id}/content`)).rawPayload.equals(content)).toBe(true);
    await scrubObjects(test.platform);
    expect(test.logged.join('')).not.toContain('a stored content is not whole');
  });

  it('a download that has begun goes on', async () => {
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const [owner, other] = await makeTwo();
    const content = makePdf('on its way', 3_000_000);
    const { id } = (await upload(test, other.owner, { content })).json<{ id: string }>();
    const url = `${origin}/backend/api/v1/documents/${id}/content`;
    const { body } = await fetch(url, { headers: other.owner.headers });
    const reader = body?.getReader();
    const pieces = [(await reader?.read())?.value ?? Buffer.alloc(0)];
    await owner.receive(other.owner);
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) pieces.push(piece.value);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect((await fetch(url, { headers: other.owner.headers })).status).toBe(401);
  });

  it('an upload to it, in one piece or in parts, is refused as by a session that is over, and leaves nothing', async () => {
    const [owner, other] = await makeTwo();
    const traces = tracesOf(test, other.owner);
    const content = makePdf('in parts', 90_000);
    const address = await traces.create(content.length);
    expect((await traces.tus.patch(address, 0, content.subarray(0, 30_000))).statusCode).toBe(204);
    const send = waiting(
      () => Promise.all([upload(test, other.owner), traces.tus.patch(address, 30_000, content.subarray(30_000))]),
      2,
    );
    const { merged, answer } = await mergeWhile(owner, other, send);
    expect([merged, ...answer.map(codeOf)]).toEqual([204, signedOut, signedOut]);
    expect(await documentsOf(owner)).toBe(0);
    expect(await traces.rows()).toMatchObject({ resumable_uploads: 0, resumable_pieces: 0 });
    // The janitor clears an object that was on its way when the safe went.
    test.clock.advance(7 * 3_600_000);
    await clearExpiredUploads(test.platform);
    const safeIds = [owner.owner.safeId, other.owner.safeId];
    const intents = test.platform.db.selectFrom('upload_intents').select('object_id');
    expect(await intents.where('holder_id', 'in', safeIds).execute()).toEqual([]);
    await expect.poll(() => traces.strayObjects()).toEqual([]);
    expect(await traces.room(owner.owner.safeId)).toEqual({ used: 0, reserved: 0, count: 0 });
  });

  it('a share that is being opened opens nothing any more', async () => {
    const [owner, other] = await makeTwo();
    const { id } = (await upload(test, other.owner)).json<{ id: string }>();
    const recipient = `agence.${other.owner.safeId}@example.org`;
    await other.share([id], { recipients: [{ email: recipient }] });
    const visitor = await ShareVisitor.mailed(test, recipient);
    const sent = test.mails.length;
    await visitor.askCode();
    const code = await visitor.sentCode('EMAIL', sent);
    const { merged, answer } = await mergeWhile(
      owner,
      other,
      waiting(() => visitor.giveCode(code)),
    );
    expect(merged).toBe(204);
    expect([204, 410]).toContain(answer.status);
    expect(await visitor.tell('GET', 'sharings/context')).toEqual({ status: 410, code: 'EntityNotFound' });
  });

  it('a sign-in to it waits, and is refused as of an unknown address', async () => {
    const [owner, other] = await makeTwo();
    const { email, password } = other.owner;
    const { merged, answer } = await mergeWhile(
      owner,
      other,
      waiting(() => owner.call('POST', 'login', { email, password })),
    );
    expect([merged, ...codeOf(answer)]).toEqual([204, 401, 'Unauthorized']);
  });

  it('a new password that was first ends the proof', async () => {
    const [owner, other] = await makeTwo();
    const { safeId } = other.owner;
    const plugin = afterStatement(4, async () => {
      const { db } = test.platform;
      await db.updateTable('accounts').set({ password_hash: 'another' }).where('safe_id', '=', safeId).execute();
    });
    const app = await buildApp({ ...test.platform, db: test.platform.db.withPlugin(plugin) }, settings);
    const headers = { ...owner.owner.headers, 'x-user-to-merge-token': await owner.grant(other.owner) };
    const merged = await app.inject({ method: 'POST', url: '/backend/api/v1/user/merge', headers });
    await app.close();
    expect(plugin.count).toBeGreaterThan(4);
    expect(codeOf(merged)).toEqual(signedOut);
    expect((await other.call('GET', 'user/profile')).statusCode).toBe(200);
  });

  it('a second merge of either is refused, and its token stays good', async () => {
    const [owner, other] = await makeTwo();
    const third = await Merger.make(test);
    const mergeToken = await third.grant(owner.owner);
    const { merged, answer } = await mergeWhile(
      owner,
      other,
      whole(() => third.merge(mergeToken)),
    );
    expect([merged, ...codeOf(answer)]).toEqual([204, 409, 'MergeInProgress']);
    expect((await third.merge(mergeToken)).statusCode).toBe(204);
  });
});

describe('two safes that receive each other at the same instant', () => {
  it('end as one, twenty times', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = await makeTwo();
      for (const each of [one, other]) expect((await upload(test, each.owner)).statusCode).toBe(201);
      const tokens = [await one.grant(other.owner), await other.grant(one.owner)];
      const answers = await Promise.all([one.merge(tokens[0]), other.merge(tokens[1])]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      expect([[204, 401].join(), [204, 409].join()]).toContain(statuses.join());
      expect([await documentsOf(one), await documentsOf(other)].toSorted((a, b) => a - b)).toEqual([0, 2]);
    }
  });
});
