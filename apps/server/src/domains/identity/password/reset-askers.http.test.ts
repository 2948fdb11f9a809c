import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { jobsDone } from '../../../testing/jobs/jobs-done.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TestBrowser, type Answer } from '../../../testing/test-browser.ts';

const newPassword = 'Pavillon-Orange-83?!';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const newBrowser = () => new TestBrowser(test);
const code = /\b\d{6}\b/;
const link = /https:\/\/safe\.example\/p#([\w-]{22})/;

const ask = (browser: TestBrowser, { email }: Pick<TestOwner, 'email'>) =>
  browser.call('password/reset/request-code', { payload: { email, mode: 'EMAIL' } });
const verify = (browser: TestBrowser, { email }: TestOwner, given: string) =>
  browser.call('password/reset/verify-code', { payload: { email, code: given } });
const follow = (browser: TestBrowser, token: string) =>
  browser.call('password/reset/verify-code', { payload: { token } });
const reset = (browser: TestBrowser, verified: Answer) => {
  const { resetToken } = verified.json<{ resetToken: string }>();
  const payload = { resetToken, password: newPassword, confirmation: newPassword };
  return browser.call('/backend/api/v2/password/reset', { payload });
};

const codesTo = ({ email }: TestOwner) =>
  test.mails.filter(({ to, text }) => to === email && link.test(text) && code.test(text));

/** Asks, and returns the code and the token of the mail that comes for it. */
async function mailed(browser: TestBrowser, owner: TestOwner) {
  const count = codesTo(owner).length;
  expect((await ask(browser, owner)).statusCode).toBe(204);
  const { text } = await waitFor(() => (codesTo(owner).length > count ? codesTo(owner)[0] : undefined));
  return { code: code.exec(text)?.[0] ?? '', token: link.exec(text)?.[1] ?? '' };
}

const wrongOf = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function tryWrongly(browser: TestBrowser, owner: TestOwner, { times, right }: { times: number; right: string }) {
  for (let count = 0; count < times; count += 1)
    expect(statusAndCode(await verify(browser, owner, wrongOf(right)))).toEqual([422, 'WrongVerificationCode']);
}

/** A browser that has signed in before, and out. */
async function makeKnown({ email }: TestOwner): Promise<TestBrowser> {
  const browser = newBrowser();
  const authorization = `Bearer ${await browser.signIn(email)}`;
  await browser.call('auth/logout', { headers: { authorization } });
  return browser;
}

describe('the codes of one person, whose mails are taken slowly', () => {
  it('hold up nobody else’s, and are sent one at a time', async () => {
    const [slow, slower, other] = [await makeOwner(test), await makeOwner(test), await makeOwner(test)];
    const { send } = test.platform.mail;
    const taken = Promise.withResolvers<void>();
    const begun: string[] = [];
    const underWay = new Map<string, number>();
    let mostToOne = 0;
    test.platform.mail.send = async (message) => {
      const { to } = message;
      begun.push(to);
      underWay.set(to, (underWay.get(to) ?? 0) + 1);
      mostToOne = Math.max(mostToOne, ...underWay.values());
      if (to !== other.email) await taken.promise;
      await send.call(test.platform.mail, message);
      underWay.delete(to);
    };
    for (let count = 0; count < 19; count += 1) await ask(newBrowser(), slow);
    for (let count = 0; count < 3; count += 1) await ask(newBrowser(), slower);
    await mailed(newBrowser(), other);
    expect(begun.toSorted()).toEqual([slow.email, slower.email, other.email].toSorted());
    taken.resolve();
    await jobsDone(test);
    expect([codesTo(slow), codesTo(slower)].map(({ length }) => length)).toEqual([19, 3]);
    expect(mostToOne).toBe(1);
    test.platform.mail.send = send;
  });
});

describe('a code of a reset', () => {
  it('belongs to the browser that asked, and no other can use it or end it', async () => {
    const owner = await makeOwner(test);
    const [mine, stranger] = [newBrowser(), newBrowser()];
    const right = (await mailed(mine, owner)).code;
    expect(statusAndCode(await verify(stranger, owner, right))).toEqual([404, 'NoVerificationCode']);
    const theirs = await mailed(stranger, owner);
    await tryWrongly(stranger, owner, { times: 5, right: theirs.code });
    expect(statusAndCode(await verify(stranger, owner, theirs.code))).toEqual([
      429,
      'VerificationCodeRateLimitExceeded',
    ]);
    const verified = await verify(mine, owner, right);
    expect((await reset(mine, verified)).statusCode).toBe(204);
  });

  it('is the one of the newest mail, where several are asked for at the same instant', async () => {
    const owner = await makeOwner(test);
    const browser = newBrowser();
    await browser.call('password/reset/request-code', { payload: { email: 'nobody@exemple.example', mode: 'EMAIL' } });
    await Promise.all([1, 2, 3].map(() => ask(browser, owner)));
    await jobsDone(test);
    const newest = code.exec(codesTo(owner)[0]?.text ?? '')?.[0] ?? '';
    expect((await verify(browser, owner, newest)).statusCode).toBe(200);
  });

  it('is closed for an hour to an asker who gave five wrong ones, which are forgotten then', async () => {
    const owner = await makeOwner(test);
    const browser = newBrowser();
    const { code: right } = await mailed(browser, owner);
    await tryWrongly(browser, owner, { times: 5, right });
    const refused = await verify(browser, owner, right);
    expect(statusAndCode(refused)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    test.clock.advance(59 * minute);
    const early = await mailed(browser, owner);
    expect(statusAndCode(await verify(browser, owner, early.code))).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    test.clock.advance(minute);
    const later = await mailed(browser, owner);
    await tryWrongly(browser, owner, { times: 4, right: later.code });
    expect((await verify(browser, owner, later.code)).statusCode).toBe(200);
  });

  it('belongs to the client address, an IPv6 network as a whole, where no browser asks', async () => {
    const owner = await makeOwner(test);
    const from = (remoteAddress: string, path: string, payload: object) =>
      test.app.inject({ method: 'POST', url: `/backend/api/v1/${path}`, payload, remoteAddress });
    const count = codesTo(owner).length;
    await from('2001:db8:1:2::7', 'password/reset/request-code', { email: owner.email, mode: 'EMAIL' });
    const { text } = await waitFor(() => (codesTo(owner).length > count ? codesTo(owner)[0] : undefined));
    const payload = { email: owner.email, code: code.exec(text)?.[0] };
    const elsewhere = await from('2001:db8:1:3::7', 'password/reset/verify-code', payload);
    expect(statusAndCode(elsewhere)).toEqual([404, 'NoVerificationCode']);
    expect((await from('2001:db8:1:2:ffff::9', 'password/reset/verify-code', payload)).statusCode).toBe(200);
  });

  it('is asked for three times an hour by each asker, and a fourth request sends nothing and is answered alike', async () => {
    const owner = await makeOwner(test);
    const [eager, mine] = [newBrowser(), newBrowser()];
    for (let count = 0; count < 3; count += 1) await mailed(eager, owner);
    const fourth = await ask(eager, owner);
    expect([fourth.statusCode, fourth.body]).toEqual([204, '']);
    await jobsDone(test);
    expect(codesTo(owner)).toHaveLength(3);
    await mailed(mine, owner);
    test.clock.advance(hour);
    await mailed(eager, owner);
  });

  it('changes nothing once the password has changed, whoever asked', async () => {
    const owner = await makeOwner(test);
    const [first, second] = [newBrowser(), newBrowser()];
    const right = (await mailed(first, owner)).code;
    const { token } = await mailed(second, owner);
    expect((await reset(second, await follow(second, token))).statusCode).toBe(204);
    expect(statusAndCode(await verify(first, owner, right))).toEqual([404, 'NoVerificationCode']);
  });
});

describe('all askers together', () => {
  it('are sent twenty codes an hour for one account, and a browser that has signed in goes on', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    for (let count = 0; count < 30; count += 1) await ask(newBrowser(), owner);
    await jobsDone(test);
    expect(codesTo(owner)).toHaveLength(20);
    const mine = await mailed(known, owner);
    expect((await verify(known, owner, mine.code)).statusCode).toBe(200);
  });

  it('have fifty wrong tries a day, after which links and known browsers go on', async () => {
    const owner = await makeOwner(test);
    const known = await makeKnown(owner);
    const waiting = newBrowser();
    for (let round = 0; round < 10; round += 1) {
      const stranger = newBrowser();
      const { code: right } = await mailed(stranger, owner);
      await tryWrongly(stranger, owner, { times: 5, right });
    }
    const mine = await mailed(waiting, owner);
    const closed = await verify(waiting, owner, mine.code);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(closed.json<{ errors: unknown[] }>().errors).toMatchObject([{ params: { tries: 50 } }]);
    const theirs = await mailed(known, owner);
    expect((await verify(known, owner, theirs.code)).statusCode).toBe(200);
    expect((await reset(waiting, await follow(waiting, mine.token))).statusCode).toBe(204);
    test.clock.advance(day);
    const again = await mailed(waiting, owner);
    expect((await verify(waiting, owner, again.code)).statusCode).toBe(200);
  });
});

describe('the link of the mail', () => {
  it('gives the right to choose a password in any browser, once', async () => {
    const owner = await makeOwner(test);
    const { token } = await mailed(newBrowser(), owner);
    const phone = newBrowser();
    const followed = await follow(phone, token);
    expect([followed.statusCode, Object.keys(followed.json<object>())]).toEqual([200, ['resetToken']]);
    expect(statusAndCode(await follow(newBrowser(), token))).toEqual([404, 'NoVerificationCode']);
    expect((await reset(phone, followed)).statusCode).toBe(204);
    expect((await phone.login(owner.email, newPassword)).statusCode).toBe(200);
  });

  it('serves for 60 minutes, and is answered as expired until the next day', async () => {
    const owner = await makeOwner(test);
    const [first, second] = [await mailed(newBrowser(), owner), await mailed(newBrowser(), owner)];
    test.clock.advance(59 * minute);
    expect((await follow(newBrowser(), first.token)).statusCode).toBe(200);
    test.clock.advance(minute);
    for (let count = 0; count < 2; count += 1)
      expect(statusAndCode(await follow(newBrowser(), second.token))).toEqual([410, 'ExpiredVerificationCode']);
  });

  it('is worth nothing when it is made up, or older than the password', async () => {
    const owner = await makeOwner(test);
    const [first, second] = [await mailed(newBrowser(), owner), await mailed(newBrowser(), owner)];
    const browser = newBrowser();
    await reset(browser, await follow(browser, first.token));
    for (const token of [second.token, 'made-up'])
      expect(statusAndCode(await follow(newBrowser(), token))).toEqual([404, 'NoVerificationCode']);
    expect((await follow(newBrowser(), '')).json()).toMatchObject({ status: 400 });
  });

  it('is kept as a keyed hash, and comes in no SMS', async () => {
    const owner = await makeOwner(test);
    const { token } = await mailed(newBrowser(), owner);
    const { db } = test.platform;
    const rows = await db.selectFrom('reset_links').select('token_tag').where('safe_id', '=', owner.safeId).execute();
    expect(rows.map((row) => row.token_tag.includes(Buffer.from(token, 'base64url')))).toEqual([false]);
    test.texts.splice(0);
    await newBrowser().call('password/reset/request-code', { payload: { email: owner.email, mode: 'SMS' } });
    const { text } = await waitFor(() => test.texts[0]);
    expect(text).not.toContain('https');
  });
});

it('an asker whose password is right is known from then on', async () => {
  const owner = await makeOwner(test);
  const browser = newBrowser();
  expect((await browser.login(owner.email, testPassword)).statusCode).toBe(200);
  for (let count = 0; count < 20; count += 1) await ask(newBrowser(), owner);
  await mailed(browser, owner);
});
