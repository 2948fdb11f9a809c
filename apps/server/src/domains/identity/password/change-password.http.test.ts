import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';
const newPassword = 'Pavillon-Orange-83?!';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const login = (email: string, password: string) =>
  test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password } });

const change = (owner: TestOwner, others: object = {}) =>
  test.app.inject({
    method: 'PUT',
    url: `${v1}/user/password`,
    headers: owner.headers,
    payload: { currentPassword: testPassword, password: newPassword, confirmation: newPassword, ...others },
  });

const statusWith = async (authorization: string) =>
  (await test.app.inject({ url: `${v1}/user/profile`, headers: { authorization } })).statusCode;

describe('a change of password', () => {
  it('takes the current one, ends the other sessions, is told and stands in the journal', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    const other = `Bearer ${String((await login(owner.email, testPassword)).headers['set-authorization'])}`;
    const answer = await change(owner);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await statusWith(`Bearer ${owner.token}`), await statusWith(other)]).toEqual([200, 401]);
    expect((await login(owner.email, testPassword)).statusCode).toBe(401);
    expect((await login(owner.email, newPassword)).statusCode).toBe(200);
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === owner.email && subject === 'Your password has changed'),
    );
    expect(mail.text).toContain('https://safe.example/reset-password');
    const journal = await test.app.inject({ url: `${v1}/user/journal?kind=password`, headers: owner.headers });
    expect(journal.json<{ items: unknown[] }>().items).toMatchObject([{ action: 'password.changed', result: 'done' }]);
  });

  it.each([
    [{ currentPassword: 'wrong' }, 422, { code: 'InvalidUserPassword', field: 'currentPassword' }],
    [{ confirmation: 'x' }, 400, { code: 'InvalidRequest', field: 'confirmation', params: { rule: 'same' } }],
    [
      { password: 'Camille-2026!!x', confirmation: 'Camille-2026!!x' },
      422,
      { code: 'PasswordPolicyError', field: 'password', params: { rule: 'name' } },
    ],
    [{ currentPassword: '' }, 400, { code: 'InvalidRequest', field: 'currentPassword', params: { rule: 'required' } }],
  ])('is refused for %j', async (others, status, error) => {
    const owner = await makeOwner(test);
    const answer = await change(owner, others);
    expect(answer.json()).toEqual({ status, errors: [error] });
    expect((await login(owner.email, testPassword)).statusCode).toBe(200);
  });

  it('happens once of six at the same instant, which all give the password of before', async () => {
    const owner = await makeOwner(test);
    const passwords = Array.from({ length: 6 }, (_, index) => `${newPassword}${index}`);
    const answers = await Promise.all(passwords.map((password) => change(owner, { password, confirmation: password })));
    const kept = answers.findIndex(({ statusCode }) => statusCode === 204);
    const others = answers.filter((_, index) => index !== kept);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422]);
    expect(new Set(others.map((answer) => statusAndCode(answer)[1]))).toEqual(new Set(['InvalidUserPassword']));
    expect((await login(owner.email, passwords[kept] ?? '')).statusCode).toBe(200);
  });

  it('does not come after an undo that came while it was under way', async () => {
    const owner = await makeOwner(test);
    expect((await change(owner)).statusCode).toBe(204);
    const mail = await waitFor(() => test.mails.find(({ to, text }) => to === owner.email && text.includes('/p#')));
    const token = /\/p#([\w-]{22})/.exec(mail.text)?.[1];
    const hash = test.platform.passwords.hash.bind(test.platform.passwords);
    const undoing = vi.spyOn(test.platform.passwords, 'hash').mockImplementationOnce(async (...asked) => {
      const url = `${v1}/user/second-factor/undo`;
      expect((await test.app.inject({ method: 'POST', url, payload: { token } })).statusCode).toBe(204);
      return hash(...asked);
    });
    const thiefs = 'Voleur-Discret-58?!';
    const late = { currentPassword: newPassword, password: thiefs, confirmation: thiefs };
    const answer = await change(owner, late);
    undoing.mockRestore();
    expect((await login(owner.email, thiefs)).statusCode).toBe(401);
    expect(statusAndCode(answer)).toEqual([422, 'InvalidUserPassword']);
    expect(statusAndCode(await login(owner.email, newPassword))).toEqual([403, 'PasswordResetRequired']);
  });

  it('lets a stolen token guess five times an hour, whoever asks', async () => {
    const owner = await makeOwner(test);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change(owner, { currentPassword: `guess ${index}` })),
    );
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(422), count(429)]).toEqual([5, 15]);
    const closed = await change(owner);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_590);
  });
});
