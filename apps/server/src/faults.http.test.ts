import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { queueMail } from './platform/mail/outbox.ts';
import { openDatabase } from './platform/postgres/db.ts';
import { makeOwner, upload, type TestOwner } from './testing/people/makers.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const settings = { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} };

describe('a database that does not answer', () => {
  it('is ServiceUnavailable with a time to come back, and nothing of it is told', async () => {
    const gone = openDatabase({ url: 'postgres://perenne_app@127.0.0.1:1/perenne', poolSize: 2, log: t.platform.log });
    const app = await buildApp({ ...t.platform, db: gone.db, relaxedDb: gone.relaxed }, settings);
    for (const url of ['/backend/api/v1/user/profile', '/backend/api/v1/documents']) {
      const answer = await app.inject({ url, headers: owner.headers });
      expect(answer.json()).toEqual({ status: 503, errors: [{ code: 'ServiceUnavailable' }] });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await app.close();
    await gone.close();
  });

  it('ends no process when it goes away in the middle of the work', async () => {
    const call = () => t.app.inject({ url: '/backend/api/v1/documents', headers: owner.headers });
    for (let round = 0; round < 8; round++) {
      const calls = Array.from({ length: 12 }, call);
      await t.database.disconnect();
      const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    }
  });

  it('serves again when it is back', async () => {
    await t.database.disconnect();
    const answers = [];
    for (let tries = 0; tries < 5; tries++)
      answers.push((await t.app.inject({ url: '/backend/api/v1/user/profile', headers: owner.headers })).statusCode);
    expect(answers.every((status) => status === 200 || status === 503)).toBe(true);
    expect(answers.at(-1)).toBe(200);
  });
});

describe('a full disk', () => {
  it('refuses the upload, gives the room back and leaves no document', async () => {
    const objects = {
      ...t.platform.objects,
      remove: (id: string) => t.platform.objects.remove(id),
      put: async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    };
    const app = await buildApp({ ...t.platform, objects }, settings);
    const answer = await upload({ app }, owner);
    expect(answer.json()).toEqual({ status: 503, errors: [{ code: 'ServiceUnavailable' }] });
    const room = await t.platform.db
      .selectFrom('safes')
      .select(['storage_used as used', 'storage_reserved as reserved', 'document_count as count'])
      .where('safe_id', '=', owner.safeId)
      .executeTakeFirst();
    expect(room).toEqual({ used: 0, reserved: 0, count: 0 });
    await app.close();
  });
});

describe('a mail server that does not answer', () => {
  it('delays the mail, and loses none', async () => {
    t.mailIsDown.value = true;
    await t.startWorker();
    const mail = { to: 'alix@example.org', subject: 'Essai', text: 'Essai', html: '<p>Essai</p>' };
    await t.platform.db.transaction().execute((tx) => queueMail(tx, t.platform, mail));
    await expect.poll(() => t.mailTries.count).toBeGreaterThan(0);
    expect(t.mails).toEqual([]);
    t.mailIsDown.value = false;
    await expect.poll(() => t.mails.length).toBe(1);
    expect(t.mails[0]).toMatchObject(mail);
  });
});
