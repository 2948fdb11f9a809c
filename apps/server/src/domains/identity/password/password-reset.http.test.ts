import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor, statusAndCode } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { requestCode } from '../attempts/codes.ts';

const v1 = '/backend/api/v1';
const newPassword = 'Pavillon-Orange-83?!';
const hour = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const post = (path: string, payload: object) =>
  test.app.inject({ method: 'POST', url: path.startsWith('/') ? path : `${v1}/${path}`, payload });
const login = (email: string, password: string) => post('login', { email, password });
const ask = (email: string, mode = 'EMAIL') => post('password/reset/request-code', { email, mode });
const verify = (email: string, code: string) => post('password/reset/verify-code', { email, code });
const reset = (resetToken: string, password = newPassword) =>
  post('/backend/api/v2/password/reset', { resetToken, password, confirmation: password });

const sixDigits = /\b\d{6}\b/;
const codeIn = (text: string) => sixDigits.exec(text)?.[0] ?? '';

async function mailedCode(owner: TestOwner): Promise<string> {
  test.mails.splice(0);
  await ask(owner.email);
  // A notice of what came before may arrive in between.
  return codeIn(
    (await waitFor(() => test.mails.find(({ to, text }) => to === owner.email && sixDigits.test(text)))).text,
  );
}

const tokenFor = async (owner: TestOwner) =>
  (await verify(owner.email, await mailedCode(owner))).json<{ resetToken: string }>().resetToken;

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const profileStatus = async (owner: TestOwner) =>
  (await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode;

describe('a forgotten password', () => {
  it('is replaced with the code of a mail; every session ends and the owner is told', async () => {
    const owner = await makeOwner(test);
    const asked = await ask(owner.email.toUpperCase());
    expect([asked.statusCode, asked.body]).toEqual([204, '']);
    const mail = await waitFor(() => test.mails.find(({ to }) => to === owner.email));
    expect(mail.subject).not.toMatch(/\d/);
    const verified = await verify(owner.email, codeIn(mail.text));
    expect(verified.statusCode).toBe(200);
    const { resetToken } = verified.json<{ resetToken: string }>();
    const answer = await reset(resetToken);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await profileStatus(owner)).toBe(401);
    expect((await login(owner.email, testPassword)).statusCode).toBe(401);
    const signedIn = await login(owner.email, newPassword);
    expect(signedIn.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${String(signedIn.headers['set-authorization'])}` };
    const journal = await test.app.inject({ url: `${v1}/user/journal`, headers });
    const { items } = journal.json<{ items: Array<{ action: string; address?: string }> }>();
    expect(items.find(({ action }) => action === 'password.reset')).toMatchObject({ address: '127.0.0.1' });
    const notice = await waitFor(() => test.mails.find(({ subject }) => subject === 'Votre mot de passe a changé'));
    expect(notice.to).toBe(owner.email);
    expect(statusAndCode(await reset(resetToken))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('is replaced with the code of one SMS, in the language of the owner', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    test.texts.splice(0);
    await ask(owner.email, 'SMS');
    const { to, text } = await waitFor(() => test.texts[0]);
    expect(to).toBe('+33639980112');
    expect(text).toContain('Your Pérenne code is');
    expect((await verify(owner.email, codeIn(text))).statusCode).toBe(200);
  });

  it('is replaced in one call by version 1', async () => {
    const owner = await makeOwner(test);
    const code = await mailedCode(owner);
    const both = { password: newPassword, confirmation: newPassword };
    const once = (change: object) => post('password/reset', { email: owner.email, code, ...both, ...change });
    expect(statusAndCode(await once({ code: wrongOf(code) }))).toEqual([422, 'WrongVerificationCode']);
    const named = 'Ma-CAMILLE-2026!';
    for (const password of ['Court-1!', named])
      expect(statusAndCode(await once({ password, confirmation: password }))).toEqual([422, 'PasswordPolicyError']);
    expect((await once({})).statusCode).toBe(204);
    expect((await login(owner.email, newPassword)).statusCode).toBe(200);
    expect(statusAndCode(await once({}))).toEqual([404, 'NoVerificationCode']);
  });

  it('is refused by the policy without using up the token, and differs from its confirmation', async () => {
    const owner = await makeOwner(test);
    const resetToken = await tokenFor(owner);
    for (const password of ['Court-1!', 'Ma-CAMILLE-2026!', 'Renaudin-2026!!x'])
      expect(statusAndCode(await reset(resetToken, password))).toEqual([422, 'PasswordPolicyError']);
    const differing = { resetToken, password: newPassword, confirmation: 'other' };
    const refused = await post('/backend/api/v2/password/reset', differing);
    expect(refused.json()).toEqual({
      status: 400,
      errors: [{ code: 'InvalidRequest', field: 'confirmation', params: { rule: 'same' } }],
    });
    const answers = await Promise.all([reset(resetToken), reset(resetToken), reset(resetToken)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401, 401]);
  });

  it('unlocks an account', async () => {
    const owner = await makeOwner(test);
    for (let count = 0; count < 10; count += 1) await login(owner.email, 'wrong');
    expect(statusAndCode(await login(owner.email, testPassword))).toEqual([403, 'AccountLocked']);
    expect((await reset(await tokenFor(owner))).statusCode).toBe(204);
    expect((await login(owner.email, newPassword)).statusCode).toBe(200);
  });

  it('takes a token for 15 minutes, of its kind, and none that is older than the password', async () => {
    const owner = await makeOwner(test);
    const [late, first] = [await tokenFor(owner), await tokenFor(owner)];
    expect((await reset(first)).statusCode).toBe(204);
    expect(statusAndCode(await reset(late, 'Une-Autre-Phrase-19!'))).toEqual([401, 'AuthTokenNotValid']);
    for (const token of ['nothing', owner.token])
      expect(statusAndCode(await reset(token))).toEqual([401, 'AuthTokenNotValid']);
    const third = await tokenFor(owner);
    test.clock.advance(15 * 60_000);
    expect(statusAndCode(await reset(third))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('an unknown address', () => {
  const nobody = (name: string) => `${name}.personne@example.org`;
  const told5 = async (email: string, code: string) => {
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await verify(email, code));
    return answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers).toSorted()]);
  };

  it('is answered with the same bytes as a known one, at each step', async () => {
    const owner = await makeOwner(test);
    const unknown = nobody('meme');
    expect((await verify(unknown, '000000')).body).toBe((await verify(owner.email, '000000')).body);
    const asked = [await ask(owner.email), await ask(unknown)];
    expect(asked[1]?.body).toBe(asked[0]?.body);
    expect(Object.keys(asked[1]?.headers ?? {})).toEqual(Object.keys(asked[0]?.headers ?? {}));
    const code = codeIn((await waitFor(() => test.mails.find(({ to }) => to === owner.email))).text);
    // One time in a million the code of nobody is the one that is tried.
    expect(await told5(unknown, wrongOf(code))).toEqual(await told5(owner.email, wrongOf(code)));
    expect(test.mails.filter(({ to }) => to === unknown)).toEqual([]);
    test.clock.advance(10 * 60_000 + hour);
    expect((await verify(unknown, code)).body).toBe((await verify(owner.email, code)).body);
  });

  it('gives a token of nobody to who guesses its code', async () => {
    const email = nobody('devine');
    const asked = { purpose: 'password-reset', owner: email, asker: { name: 'address:127.0.0.1', isKnown: false } };
    const subject = { safeId: null, fingerprint: null };
    const { code } = await test.platform.db
      .transaction()
      .execute((tx) => requestCode(tx, test.platform, { ...asked, subject }));
    const verified = await verify(email, code);
    expect(verified.statusCode).toBe(200);
    expect(statusAndCode(await reset(verified.json<{ resetToken: string }>().resetToken))).toEqual([
      401,
      'AuthTokenNotValid',
    ]);
  });
});

describe('the limits of a reset', () => {
  it('send three codes an hour, the fourth time nothing, and answer the same', async () => {
    const owner = await makeOwner(test);
    const sent = () => test.mails.filter(({ to }) => to === owner.email).length;
    for (let count = 1; count <= 3; count += 1) {
      expect((await ask(owner.email)).statusCode).toBe(204);
      await waitFor(() => (sent() === count ? true : undefined));
    }
    expect((await ask(owner.email)).statusCode).toBe(204);
    const other = await makeOwner(test);
    await mailedCodeKeeping(other);
    expect(sent()).toBe(3);
  });

  it('count exactly five of 50 wrong codes at the same instant', async () => {
    const owner = await makeOwner(test);
    const code = await mailedCode(owner);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(owner.email, wrongOf(code))));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(422), count(429)]).toEqual([5, 45]);
    const closed = await verify(owner.email, code);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_590);
  });
});

async function mailedCodeKeeping({ email }: TestOwner): Promise<void> {
  await ask(email);
  await waitFor(() => test.mails.find(({ to }) => to === email));
}
