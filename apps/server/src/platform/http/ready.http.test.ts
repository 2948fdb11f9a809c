import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pace } from '../../testing/pace.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { checkerOf } from '../check-parts.ts';
import { MailUnavailable } from '../mail/mail.ts';
import type { Platform } from '../platform.ts';
import { openDatabase } from '../postgres/db.ts';

let t: TestApp;
let readiness: () => Promise<void>;
beforeAll(async () => {
  t = await createTestApp({ settings: { readiness: () => readiness() } });
});
afterAll(() => t.close());

/** How often each part was asked that others run. */
let asked: Record<'objects' | 'antivirus' | 'mail' | 'sms', number>;
let mailIsDown: boolean;
/** While it is pending, the antivirus hangs. */
let antivirusAnswers: Promise<void>;
let nowMs: number;
let database: ReturnType<typeof openDatabase>;
let parts: Parameters<typeof checkerOf>[0];
beforeEach(async () => {
  asked = { objects: 0, antivirus: 0, mail: 0, sms: 0 };
  mailIsDown = false;
  antivirusAnswers = Promise.resolve();
  nowMs = 0;
  database = openDatabase({ url: t.database.appUrl, poolSize: 2, log: t.platform.log });
  const counted = <K extends keyof typeof asked>(name: K): Platform[K] => ({
    ...t.platform[name],
    check: async () => {
      asked[name]++;
      await t.platform[name].check();
      if (name === 'antivirus') await antivirusAnswers;
      if (name === 'mail' && mailIsDown) throw new MailUnavailable('down', 'ECONNREFUSED');
    },
  });
  const counts = {
    objects: counted('objects'),
    antivirus: counted('antivirus'),
    mail: counted('mail'),
    sms: counted('sms'),
  };
  const clock = { now: () => new Date(nowMs) };
  parts = { ...t.platform, ...counts, clock, db: database.db };
  readiness = checkerOf(parts);
  return () => database.close();
});

const ready = async () => (await t.app.inject({ url: '/ready' })).statusCode;
const once = { objects: 1, antivirus: 1, mail: 1, sms: 1 };

it('asks each part of others once, however many ask at the same instant and just after', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, ready));
  for (let call = 0; call < 50; call++) answers.push(await ready());
  expect([new Set(answers), asked]).toEqual([new Set([200]), once]);
});

it('asks again after five seconds, and says what has changed', async () => {
  expect(await ready()).toBe(200);
  mailIsDown = true;
  nowMs += 4_999;
  expect(await ready()).toBe(200);
  nowMs += 1;
  expect([await ready(), await ready(), asked.mail]).toEqual([503, 503, 2]);
  mailIsDown = false;
  nowMs += 5_000;
  expect([await ready(), asked.mail]).toEqual([200, 3]);
});

it('says no and names the part that hangs, which nobody asks again until it has answered', async () => {
  readiness = checkerOf(parts, { answersWithinMs: 500 * pace });
  const answer = Promise.withResolvers<void>();
  antivirusAnswers = answer.promise;
  expect(await Promise.all([ready(), ready()])).toEqual([503, 503]);
  expect(t.logged.findLast((line) => line.includes('"not ready"'))).toContain('the antivirus did not answer');
  nowMs += 3_600_000;
  expect([await ready(), asked.antivirus]).toEqual([503, 1]);
  answer.resolve();
  await antivirusAnswers;
  expect([await ready(), asked.antivirus]).toEqual([200, 1]);
  nowMs += 5_000;
  expect([await ready(), asked.antivirus]).toEqual([200, 2]);
});

it('shows at once that the database is away', async () => {
  expect(await ready()).toBe(200);
  await database.close();
  expect(await ready()).toBe(503);
});

const ask = async (method: 'GET' | 'HEAD', url: string) => {
  const { statusCode, headers, body } = await t.app.inject({ method, url });
  return { status: statusCode, type: headers['content-type'], retryAfter: headers['retry-after'], body };
};

it.each(['/health', '/ready', '/metrics', '/runtime_conf.json'])(
  'answers HEAD of %s as GET, and without a body',
  async (url) => {
    expect(await ask('HEAD', url)).toEqual({ ...(await ask('GET', url)), body: '' });
  },
);

it('says no to HEAD as well', async () => {
  await database.close();
  const refused = await ask('GET', '/ready');
  expect(refused).toMatchObject({ status: 503, type: expect.stringContaining('json') });
  expect(await ask('HEAD', '/ready')).toEqual({ ...refused, body: '' });
});
