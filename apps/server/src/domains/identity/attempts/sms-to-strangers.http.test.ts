import { afterEach, beforeEach, expect, it } from 'vitest';
import { Depositor } from '../../../testing/people/depositor.ts';
import { jobsDone } from '../../../testing/jobs/jobs-done.ts';
import { makeOwner, type TestOwner } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TestBrowser } from '../../../testing/test-browser.ts';

const hour = 3_600_000;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  await test.startWorker();
});
afterEach(() => test.close());

/** Asks from a browser that nobody has seen; the number of the profile is one that its owner has only written down. */
async function ask({ email }: TestOwner, mode = 'SMS'): Promise<void> {
  const answer = await new TestBrowser(test).call('password/reset/request-code', { payload: { email, mode } });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
}

it('a number that an account gives as its own gets 60 SMS in 24 hours, whoever asks, from all accounts together', async () => {
  const [first, second] = [await makeOwner(test), await makeOwner(test)];
  for (let round = 1; round <= 4; round += 1) {
    for (let count = 0; count < 20; count += 1) await ask(round < 3 ? first : second);
    await jobsDone(test);
    expect(test.texts).toHaveLength(Math.min(60, 20 * round));
    test.clock.advance(hour);
  }
  await ask(first, 'EMAIL');
  await expect.poll(() => test.mails.some(({ to }) => to === first.email)).toBe(true);
  test.clock.advance(24 * hour);
  await ask(second);
  await expect.poll(() => test.texts.length).toBe(61);
});

it('codes of who is signed in are counted apart from those that shares send to the same number', async () => {
  const from = await Depositor.make(test);
  const owner = await from.addOwner();
  const { employerId } = from.employer;
  const askOwn = async () => {
    const payload = { employerId, accepted: false };
    const url = '/backend/api/v1/user/payslip-agreement/request-code';
    return (await test.app.inject({ method: 'POST', url, headers: owner.headers, payload })).statusCode;
  };
  const sharer = new Sharer(test, await makeOwner(test));
  const { phone } = (await test.app.inject({ url: '/backend/api/v1/user/profile', headers: owner.headers })).json<{
    phone: string;
  }>();
  const recipients = [{ email: 'agence@example.org', phone }];
  const { link } = await sharer.share([await sharer.document('Bail')], { recipients });
  const visitor = await ShareVisitor.of(test, link);
  /** Each from a client address of its own: the count of one asker is another limit. */
  const askOfShare = async (from: number) => {
    const headers = { 'x-forwarded-for': `192.0.2.${from}` };
    return (await visitor.call('POST', 'sharings/send-code', { payload: { mode: 'SMS' }, headers })).statusCode;
  };
  expect([await askOwn(), await askOwn()]).toEqual([204, 204]);
  const shared = [];
  for (let at = 1; at <= 6; at += 1) shared.push(await askOfShare(at));
  expect(shared).toEqual([204, 204, 204, 204, 204, 429]);
  expect(await askOwn()).toBe(204);
  await expect.poll(() => test.texts.filter(({ to }) => to === phone).length).toBe(8);
});
