import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Answer } from '../../../testing/test-browser.ts';
import { openPasswords } from '../../../platform/passwords/passwords.ts';

const v1 = '/backend/api/v1';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const from = (remoteAddress: string, path: string, payload: object) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, payload, remoteAddress });

describe('sign-in under a flood', () => {
  it('lets another address pass, one of each in turn, while one address signs in twenty times a second', async () => {
    const owner = await makeOwner(test);
    // The tests hash cheaply; this one does what the product does.
    const passwords = await openPasswords(test.platform.secrets.pepper);
    onTestFinished(() => passwords.close());
    test.platform.passwords = passwords;
    const passwordHash = await passwords.hash(testPassword, '127.0.0.1');
    const { db } = test.platform;
    await db.updateTable('accounts').set({ password_hash: passwordHash }).where('safe_id', '=', owner.safeId).execute();
    const answers: Answer[] = [];
    const flood: Array<Promise<unknown>> = [];
    const send = () => {
      const sent = from('192.0.2.66', 'login', { email: 'personne@example.org', password: 'x' });
      flood.push(sent.then((answer) => answers.push(answer)));
    };
    const judged = () => answers.filter(({ statusCode }) => statusCode === 401).length;
    // As many as work and wait at most, so that the line is full from the start.
    for (let count = 0; count < 54; count += 1) send();
    const flooding = setInterval(send, 50);
    for (let count = 0; count < 5; count += 1) {
      const before = judged();
      const signedIn = await from('198.51.100.7', 'login', { email: owner.email, password: testPassword });
      expect(signedIn.statusCode).toBe(200);
      // Those that worked when it came, the next in turn, and those that work beside it; fifty were waiting.
      expect(judged() - before).toBeLessThan(15);
    }
    clearInterval(flooding);
    await Promise.all(flood);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]));
  });
});

describe('no password is hashed', () => {
  const hashesOf = async (call: () => Promise<unknown>): Promise<number> => {
    const spies = [vi.spyOn(test.platform.passwords, 'hash'), vi.spyOn(test.platform.passwords, 'verify')];
    try {
      await call();
      return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };
  const password = 'Pavillon-Orange-83?!';
  const chosen = { password, confirmation: password };

  it('for a wrong code of version 1 of the reset, or one that was never sent', async () => {
    const { email } = await makeOwner(test);
    const once = () => from('192.0.2.1', 'password/reset', { email, code: '000000', ...chosen });
    expect(await hashesOf(async () => expect(statusAndCode(await once())).toEqual([404, 'NoVerificationCode']))).toBe(
      0,
    );
    await from('192.0.2.1', 'password/reset/request-code', { email, mode: 'EMAIL' });
    // One time in a million the code that was sent is this one.
    expect(
      await hashesOf(async () => expect(statusAndCode(await once())).toEqual([422, 'WrongVerificationCode'])),
    ).toBe(0);
  });

  it('for a token of the reset that is made up', async () => {
    const given = { resetToken: 'a.b.c', ...chosen };
    const call = () => test.app.inject({ method: 'POST', url: '/backend/api/v2/password/reset', payload: given });
    expect(await hashesOf(call)).toBe(0);
  });

  it.each([
    ['missing', {}, [400, 'InvalidRequest']],
    ['one that was never sent', { code: '000000' }, [404, 'NoVerificationCode']],
  ])('for a first second factor whose code is %s', async (_what, code, refusal) => {
    const { headers } = await makeOwner(test);
    const payload = { password: testPassword, ...code };
    const url = `${v1}/user/second-factor/totp/begin`;
    const begin = () => test.app.inject({ method: 'POST', url, headers, payload });
    expect(await hashesOf(async () => expect(statusAndCode(await begin())).toEqual(refusal))).toBe(0);
  });

  it('for an activation whose token is made up', async () => {
    const url = `${v1}/activation`;
    const headers = { authorization: 'Bearer a.b.c' };
    const call = () => test.app.inject({ method: 'POST', url, headers, payload: chosen });
    expect(await hashesOf(async () => expect((await call()).statusCode).toBe(401))).toBe(0);
  });

  it('for an owner whose password was wrong five times in an hour', async () => {
    const owner = await makeOwner(test);
    const change = () =>
      test.app.inject({
        ...{ method: 'PUT', url: `${v1}/user/password`, headers: owner.headers },
        payload: { currentPassword: 'wrong', ...chosen },
      });
    for (let count = 0; count < 5; count += 1) expect(statusAndCode(await change())[0]).toBe(422);
    const closed = async () =>
      expect(statusAndCode(await change())).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(await hashesOf(closed)).toBe(0);
  });
});
