import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { openLinksIn } from '../../../testing/people/links.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lockAccount } from '../account/accounts.store.ts';
import { requirePasswordReset } from '../takeover/takeover-undos.store.ts';

const v1 = '/backend/api/v1';

let test: TestApp;
let addresses = 0;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const newAddress = () => `personnelle.${(addresses += 1)}@perso.example`;

const post = (path: string, token: string, payload: object = {}) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const login = (email: string) =>
  test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password: testPassword } });
const tokenOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-authorization']);

const mailedCode = async (to: string) => {
  const mail = await waitFor(() => test.mails.find((each) => each.to === to && /\b\d{6}\b/.test(each.text)));
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
};

/** Someone whose address was never proved, and the token that the right password gives. */
async function makeInvalid(email?: string): Promise<{ owner: TestOwner; token: string }> {
  const owner = await makeOwner(test, email === undefined ? {} : { email });
  if (email === undefined)
    await test.platform.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('safe_id', '=', owner.safeId)
      .execute();
  return { owner, token: tokenOf(await login(owner.email)) };
}

async function proveAddress(token: string, email: string) {
  expect((await post('user/request-email-change', token, { email })).statusCode).toBe(204);
  return post('user/change-email', token, { code: await mailedCode(email) });
}

describe('an address that must be changed', () => {
  it('is replaced by a personal one, and the sign-in goes on', async () => {
    const { owner, token } = await makeInvalid();
    expect(statusAndCode(await post('user/validate', token))).toEqual([403, 'EmailNotVerified']);
    const email = newAddress();
    const changed = await proveAddress(token, email);
    expect([changed.statusCode, changed.body]).toEqual([204, '']);
    const validated = await post('user/validate', token);
    expect([validated.statusCode, validated.body]).toEqual([204, '']);
    const auth = tokenOf(validated);
    expect(decodeJwt(auth)).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: owner.safeId });
    const headers = { authorization: `Bearer ${auth}` };
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers })).json()).toMatchObject({ email });
    const journal = await test.app.inject({ url: `${v1}/user/journal`, headers });
    const { items } = journal.json<{ items: Array<{ action: string }> }>();
    expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['session.opened', 'email.changed']);
    expect(decodeJwt(tokenOf(await login(email)))).toMatchObject({ type: 'JwtPayloadLoggedUser' });
    await waitFor(() => test.mails.find(({ to, text }) => to === owner.email && text.includes('/p#')));
  });

  it('opens nothing to who is judged while the password ends', async () => {
    const { owner, token } = await makeInvalid();
    expect((await proveAddress(token, owner.email)).statusCode).toBe(204);
    const { db, clock } = test.platform;
    const validating = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, owner.safeId);
      const answer = post('user/validate', token);
      await expect.poll(() => countLockWaits(test)).toBe(1);
      await requirePasswordReset(tx, owner.safeId, clock.now());
      return { answer };
    });
    expect(statusAndCode(await validating.answer)).toEqual([401, 'AuthTokenNotValid']);
  });

  it('may be proved as it is, where it was only unverified', async () => {
    const { owner, token } = await makeInvalid();
    test.mails.splice(0);
    expect((await proveAddress(token, owner.email)).statusCode).toBe(204);
    expect((await post('user/validate', token)).statusCode).toBe(204);
    expect(decodeJwt(tokenOf(await login(owner.email)))).toMatchObject({ type: 'JwtPayloadLoggedUser' });
    expect(test.mails.filter(({ text }) => text.includes('/p#'))).toEqual([]);
  });

  it('is no disposable one, before and after', async () => {
    const { token } = await makeInvalid('zoe.moreau@yopmail.com');
    expect(statusAndCode(await post('user/validate', token))).toEqual([403, 'EmailIsForbidden']);
    const asked = await post('user/request-email-change', token, { email: 'autre@yopmail.com' });
    expect(asked.json()).toEqual({ status: 403, errors: [{ code: 'EmailIsForbidden', field: 'email' }] });
  });

  it('is not replaced by one that has an account', async () => {
    const other = await makeOwner(test);
    const { token } = await makeInvalid();
    expect(statusAndCode(await proveAddress(token, other.email))).toEqual([409, 'EmailAlreadyExists']);
    expect(statusAndCode(await post('user/validate', token))).toEqual([403, 'EmailNotVerified']);
  });
});

describe('an invalid-user token', () => {
  it('opens nothing else', async () => {
    const { token } = await makeInvalid();
    for (const path of ['auth/logout', 'user/email-change/verify-code', 'activation'])
      expect(statusAndCode(await post(path, token, { code: '000000' }))).toEqual([401, 'AuthTokenNotValid']);
    const { statusCode } = await test.app.inject({
      url: `${v1}/user/profile`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(401);
  });

  it('signs in once, also when ten try', async () => {
    const { owner, token } = await makeInvalid();
    await proveAddress(token, owner.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('user/validate', token)));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(9);
    expect(statusAndCode(await post('user/request-email-change', token, { email: newAddress() }))[0]).toBe(401);
  });

  it('lives 15 minutes, and dies with the password that gave it, or once a change is undone', async () => {
    const first = await makeInvalid();
    await test.platform.db
      .updateTable('accounts')
      .set({ password_hash: await test.platform.passwords.hash('Une-Autre-Phrase-19!', '127.0.0.1') })
      .where('safe_id', '=', first.owner.safeId)
      .execute();
    expect(statusAndCode(await post('user/validate', first.token))).toEqual([401, 'AuthTokenNotValid']);
    const undone = await makeInvalid();
    await proveAddress(undone.token, newAddress());
    await waitFor(() => test.mails.find(({ to, text }) => to === undone.owner.email && text.includes('/p#')));
    const texts = test.mails.filter(({ to }) => to === undone.owner.email).map(({ text }) => text);
    const [link] = (await openLinksIn(test, texts.join('\n'))).filter(({ undoes }) => undoes === 'email');
    expect((await post('user/email-change/undo', '', { token: link?.token })).statusCode).toBe(204);
    const asked = { email: newAddress() };
    expect(statusAndCode(await post('user/request-email-change', undone.token, asked))).toEqual([
      401,
      'AuthTokenNotValid',
    ]);
    expect(statusAndCode(await post('user/validate', undone.token))).toEqual([401, 'AuthTokenNotValid']);
    const second = await makeInvalid();
    test.clock.advance(15 * 60_000);
    expect(statusAndCode(await post('user/validate', second.token))).toEqual([401, 'AuthTokenNotValid']);
  });
});
