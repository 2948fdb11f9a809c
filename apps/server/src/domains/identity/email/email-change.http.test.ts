import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lockAccount } from '../account/accounts.store.ts';
import { endOwnerCodes } from '../account/owner-codes.ts';

const v1 = '/backend/api/v1';
const minute = 60_000;
const hour = 60 * minute;

let test: TestApp;
let addresses = 0;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const newAddress = () => `nouvelle.${(addresses += 1)}@perso.example`;

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, headers, payload });
const login = (email: string, password = testPassword) => post('login', { email, password });
const tokenOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-authorization']);

const ask = ({ headers }: TestOwner, email: string, password = testPassword) =>
  post('user/email-change/request-code', { email, password }, headers);
const verify = ({ headers }: TestOwner, code: string) => post('user/email-change/verify-code', { code }, headers);
const undo = (token: string) => post('user/email-change/undo', { token });

const mailWith = (to: string, part: RegExp) =>
  waitFor(() => {
    const mail = test.mails.find((each) => each.to === to && part.test(each.text));
    return mail && { ...mail, found: part.exec(mail.text)?.[1] ?? '' };
  });
const mailedCode = async (to: string) => (await mailWith(to, /\b(\d{6})\b/)).found;
const undoToken = async (to: string) => (await mailWith(to, /\/p#([\w-]{22})/)).found;

async function changeTo(owner: TestOwner, email: string): Promise<number> {
  const asked = await ask(owner, email);
  if (asked.statusCode !== 204) throw new Error(asked.body);
  return (await verify(owner, await mailedCode(email))).statusCode;
}

const emailOf = async ({ headers }: TestOwner) =>
  (await test.app.inject({ url: `${v1}/user/profile`, headers })).json<{ email: string }>().email;

describe('a change of address', () => {
  it('takes the password and the code of the new address; the old one is told, other sessions end', async () => {
    const owner = await makeOwner(test);
    const other = { ...owner, headers: { authorization: `Bearer ${tokenOf(await login(owner.email))}` } };
    const email = newAddress();
    const asked = await ask(owner, email);
    expect([asked.statusCode, asked.body]).toEqual([204, '']);
    expect((await login(email)).statusCode).toBe(401);
    const verified = await verify(owner, await mailedCode(email));
    expect([verified.statusCode, verified.body]).toEqual([204, '']);
    expect(await emailOf(owner)).toBe(email);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: other.headers })).statusCode).toBe(401);
    expect((await login(owner.email)).statusCode).toBe(401);
    expect((await login(email)).statusCode).toBe(200);
    // A mail about a device may arrive in between.
    const notice = await mailWith(owner.email, /(https:\S+\/p#\S+)/);
    expect(notice.found).toMatch(/^https:\/\/safe\.example\/p#[\w-]{22}$/);
    expect(notice.text).not.toContain(email);
    expect((await mailWith(email, /(connectez désormais avec cette adresse)/)).text).not.toContain(owner.email);
    const journal = await test.app.inject({ url: `${v1}/user/journal?kind=email`, headers: owner.headers });
    expect(journal.json<{ items: unknown[] }>().items).toMatchObject([{ action: 'email.changed', result: 'done' }]);
  });

  it('is refused for a wrong password, which is counted for an hour', async () => {
    const owner = await makeOwner(test);
    const wrong = await ask(owner, newAddress(), 'wrong');
    expect(wrong.json()).toEqual({ status: 422, errors: [{ code: 'InvalidUserPassword', field: 'password' }] });
    for (let count = 1; count < 5; count += 1) await ask(owner, newAddress(), 'wrong');
    const closed = await ask(owner, newAddress());
    expect(statusAndCode(closed)).toEqual([429, 'RequestEmailChangeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_590);
    test.clock.advance(hour);
    expect((await ask(await reopen(owner), newAddress())).statusCode).toBe(204);
  });

  it('is refused for an address that may not sign in', async () => {
    const owner = await makeOwner(test);
    const answer = await ask(owner, 'moi@yopmail.com');
    expect(answer.json()).toEqual({ status: 403, errors: [{ code: 'EmailIsForbidden', field: 'email' }] });
  });

  it('tells that an address has an account only to who has proved it, and the code can then not be used', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    expect((await ask(owner, other.email)).statusCode).toBe(204);
    const code = await mailedCode(other.email);
    for (let count = 0; count < 2; count += 1)
      expect(statusAndCode(await verify(owner, code))).toEqual([409, 'EmailAlreadyExists']);
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it('has the limits of every code', async () => {
    const owner = await makeOwner(test);
    expect(statusAndCode(await verify(owner, '000000'))).toEqual([404, 'NoVerificationCode']);
    const email = newAddress();
    for (let count = 0; count < 3; count += 1) expect((await ask(owner, email)).statusCode).toBe(204);
    expect(statusAndCode(await ask(owner, email))).toEqual([429, 'CodeRequestRateLimitExceeded']);
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(owner, '000000')));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
  });

  it('comes three times a day at most', async () => {
    const owner = await makeOwner(test);
    for (let count = 0; count < 3; count += 1) expect(await changeTo(owner, newAddress())).toBe(204);
    test.clock.advance(hour);
    const again = await reopen(owner);
    const email = newAddress();
    await ask(again, email);
    const closed = await verify(again, await mailedCode(email));
    expect(statusAndCode(closed)).toEqual([429, 'ChangeEmailRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(22 * 3_600);
  });

  it('ends the reset code of the old address', async () => {
    const owner = await makeOwner(test);
    await post('password/reset/request-code', { email: owner.email, mode: 'EMAIL' });
    const code = await mailedCode(owner.email);
    expect(await changeTo(owner, newAddress())).toBe(204);
    const answer = await post('password/reset/verify-code', { email: owner.email, code });
    expect(statusAndCode(answer)).toEqual([404, 'NoVerificationCode']);
  });

  it('keeps no address in clear, and no token', async () => {
    const owner = await makeOwner(test);
    const email = newAddress();
    await changeTo(owner, email);
    const token = await undoToken(owner.email);
    const rows = await test.platform.db.selectFrom('email_changes').selectAll().execute();
    const kept = Buffer.concat(rows.flatMap((row) => [row.token_tag, row.sealed_email])).toString('latin1');
    for (const plain of [owner.email, email, token]) {
      expect(kept).not.toContain(plain);
      expect(test.logged.join('\n')).not.toContain(plain);
    }
  });
});

describe('undoing a change of address', () => {
  it.each([
    ['the code', 404, (owner: TestOwner, code: string) => verify(owner, code)],
    ['the next request', 204, (owner: TestOwner) => ask(owner, newAddress())],
  ])('and %s lock the account first, so that neither waits for the other', async (_what, status, call) => {
    const owner = await makeOwner(test);
    const email = newAddress();
    await ask(owner, email);
    const code = await mailedCode(email);
    const { db, secrets } = test.platform;
    const called = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, owner.safeId);
      const answer = call(owner, code);
      await waitFor(async () => ((await countLockWaits(test)) > 0 ? true : undefined));
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await endOwnerCodes(tx, { secrets }, owner.safeId);
      return { answer };
    });
    expect((await called.answer).statusCode).toBe(status);
  });

  it('keeps a safe that was to be closed since; every address known reads of both', async () => {
    const owner = await makeOwner(test);
    const email = newAddress();
    expect(await changeTo(owner, email)).toBe(204);
    const closing = await test.app.inject({
      ...{ method: 'DELETE', url: `${v1}/user`, headers: owner.headers },
      payload: { password: testPassword, acknowledged: true },
    });
    expect(closing.statusCode).toBe(204);
    const subjectsOf = (to: string) => test.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    for (const to of [owner.email, email])
      await expect.poll(() => subjectsOf(to)).toContain('Votre coffre va être fermé');
    expect((await undo(await undoToken(owner.email))).statusCode).toBe(204);
    await expect.poll(() => subjectsOf(owner.email)).toContain('Votre coffre reste ouvert');
    const row = test.platform.db.selectFrom('accounts').select('closes_at').where('safe_id', '=', owner.safeId);
    expect(await row.executeTakeFirst()).toEqual({ closes_at: null });
  });

  it('at the same instant as another change does one after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await makeOwner(test);
      await changeTo(owner, newAddress());
      const token = await undoToken(owner.email);
      const email = newAddress();
      await ask(owner, email);
      const code = await mailedCode(email);
      const answers = await Promise.all([undo(token), verify(owner, code), undo(token)]);
      const [first, change, second] = answers.map(({ statusCode }) => statusCode);
      expect(new Set([first, second])).toEqual(new Set([204, 404]));
      // Undone first, the change finds its session or its code ended.
      expect([204, 401, 404]).toContain(change);
      expect(statusAndCode(await login(owner.email))).toEqual([403, 'PasswordResetRequired']);
    }
  });

  it('brings the old address back, ends every session, asks for a new password, and tells both', async () => {
    const owner = await makeOwner(test);
    const email = newAddress();
    await changeTo(owner, email);
    const token = await undoToken(owner.email);
    const answer = await undo(token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode).toBe(401);
    expect((await login(email)).statusCode).toBe(401);
    expect(statusAndCode(await login(owner.email))).toEqual([403, 'PasswordResetRequired']);
    await mailWith(owner.email, /(connectez de nouveau avec cette adresse)/);
    await mailWith(email, /(ne vous connectez plus avec cette adresse)/);
    const signedIn = await resetAndSignIn(owner.email);
    const headers = { authorization: `Bearer ${tokenOf(signedIn)}` };
    const journal = await test.app.inject({ url: `${v1}/user/journal?kind=email`, headers });
    expect(journal.json<{ items: Array<{ action: string }> }>().items[0]?.action).toBe('email.change-undone');
    expect(statusAndCode(await undo(token))).toEqual([404, 'EntityNotFound']);
  });

  it('is possible for 72 hours', async () => {
    const [early, late] = [await makeOwner(test), await makeOwner(test)];
    for (const owner of [early, late]) await changeTo(owner, newAddress());
    const [inTime, tooLate] = [await undoToken(early.email), await undoToken(late.email)];
    test.clock.advance(72 * hour - minute);
    expect((await undo(inTime)).statusCode).toBe(204);
    expect(statusAndCode(await login(early.email))).toEqual([403, 'PasswordResetRequired']);
    test.clock.advance(minute);
    expect(statusAndCode(await undo(tooLate))).toEqual([404, 'EntityNotFound']);
    expect(statusAndCode(await undo('A'.repeat(43)))).toEqual([404, 'EntityNotFound']);
  });

  it('leaves no way back to who changed the address several times', async () => {
    const owner = await makeOwner(test);
    const [second, third] = [newAddress(), newAddress()];
    await changeTo(owner, second);
    await changeTo(owner, third);
    const [mine, theirs] = [await undoToken(owner.email), await undoToken(second)];
    expect((await undo(mine)).statusCode).toBe(204);
    expect(statusAndCode(await undo(theirs))).toEqual([404, 'EntityNotFound']);
    expect(statusAndCode(await login(owner.email))).toEqual([403, 'PasswordResetRequired']);
    expect((await resetAndSignIn(owner.email)).statusCode).toBe(200);
  });

  it('is offered again to each address that the login had within 72 hours: the link brings back that address', async () => {
    const owner = await makeOwner(test);
    const [second, third] = [newAddress(), newAddress()];
    await changeTo(owner, second);
    const first = await undoToken(owner.email);
    await changeTo(owner, third);
    const again = await mailWith(owner.email, /(a encore changé)/);
    expect(again.text).toContain(`/p#${first}`);
    expect(again.text).not.toContain(second);
    expect(again.text).not.toContain(third);
    expect(await undoToken(second)).not.toBe(first);
    expect((await undo(first)).statusCode).toBe(204);
    const signedIn = await resetAndSignIn(owner.email);
    expect(await emailOf({ ...owner, headers: { authorization: `Bearer ${tokenOf(signedIn)}` } })).toBe(owner.email);
  });

  it('is no more offered to an address that the login left more than 72 hours ago', async () => {
    const owner = await makeOwner(test);
    const second = newAddress();
    await changeTo(owner, second);
    await undoToken(owner.email);
    test.clock.advance(72 * hour);
    const headers = { authorization: `Bearer ${tokenOf(await login(second))}` };
    expect(await changeTo({ ...owner, headers }, newAddress())).toBe(204);
    await undoToken(second);
    expect(test.mails.filter(({ to, text }) => to === owner.email && text.includes('encore changé'))).toEqual([]);
  });

  it('is refused where the old address has an account meanwhile', async () => {
    const owner = await makeOwner(test);
    await changeTo(owner, newAddress());
    const token = await undoToken(owner.email);
    await makeOwner(test, { email: owner.email });
    expect(statusAndCode(await undo(token))).toEqual([409, 'EmailAlreadyExists']);
  });

  it('happens once of ten at the same instant', async () => {
    const owner = await makeOwner(test);
    await changeTo(owner, newAddress());
    const token = await undoToken(owner.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(9);
  });
});

const newPassword = 'Pavillon-Orange-83?!';

async function resetAndSignIn(email: string) {
  test.mails.splice(0);
  await post('password/reset/request-code', { email, mode: 'EMAIL' });
  const payload = { email, code: await mailedCode(email), password: newPassword, confirmation: newPassword };
  const answer = await post('password/reset', payload);
  if (answer.statusCode !== 204) throw new Error(answer.body);
  return login(email, newPassword);
}

/** The same owner, on a token that the clock has not ended. */
async function reopen(owner: TestOwner): Promise<TestOwner> {
  const { sub, sid } = claimsOf(owner.token);
  const token = await test.platform.tokens.issue('auth', { sub, sid }, { browser: null });
  return { ...owner, token, headers: { authorization: `Bearer ${token}` } };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as { sub: string; sid: string };
