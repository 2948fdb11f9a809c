import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { jobsDone } from '../../../testing/jobs/jobs-done.ts';
import { openLinksIn } from '../../../testing/people/links.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';
const minute = 60_000;
const hour = 60 * minute;
const newPassword = 'Pavillon-Orange-83?!';

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const post = (path: string, payload: object, owner?: TestOwner) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, payload, ...(owner && { headers: owner.headers }) });
const undo = (token: string) => post('user/second-factor/undo', { token });
const login = ({ email }: TestOwner, password = testPassword) => post('login', { email, password });
const askCode = (owner: TestOwner) => post('user/second-factor/request-code', { password: testPassword }, owner);
const begin = (owner: TestOwner, sent: object, kind = 'totp') => post(`user/second-factor/${kind}/begin`, sent, owner);

const code = /\b\d{6}\b/;
const link = /https:\/\/safe\.example\/p#([\w-]{22})/;

const mailed = async (to: string, pattern: RegExp) => {
  const { text } = await waitFor(() => test.mails.find((mail) => mail.to === to && pattern.test(mail.text)));
  const [found = '', group] = pattern.exec(text) ?? [];
  return group ?? found;
};

/** The token of a mail that says this. */
const linkIn = (to: string, about: RegExp) => mailed(to, new RegExp(`${about.source}[\\s\\S]*${link.source}`));

/** The token of the mail that undoes a change of address, among those that undo something else. */
async function undoingEmail({ email }: TestOwner): Promise<string | undefined> {
  const texts = test.mails.filter(({ to }) => to === email).map(({ text }) => text);
  const opened = await openLinksIn(test, texts.join('\n'));
  return opened.find(({ undoes }) => undoes === 'email')?.token;
}

const changePassword = (owner: TestOwner, currentPassword = testPassword, password = newPassword) =>
  test.app.inject({
    ...{ method: 'PUT', url: `${v1}/user/password`, headers: owner.headers },
    payload: { currentPassword, password, confirmation: password },
  });

async function reset(owner: TestOwner, password: string) {
  test.mails.splice(0);
  await post('password/reset/request-code', { email: owner.email, mode: 'EMAIL' });
  const verified = await post('password/reset/verify-code', {
    email: owner.email,
    code: await mailed(owner.email, code),
  });
  const { resetToken } = verified.json<{ resetToken: string }>();
  const url = '/backend/api/v2/password/reset';
  return test.app.inject({ method: 'POST', url, payload: { resetToken, password, confirmation: password } });
}

describe('a first second factor', () => {
  it.each(['totp', 'passkeys'])('needs the code of a mail besides the password: %s', async (kind) => {
    const owner = await makeOwner(test);
    const missing = await begin(owner, { password: testPassword }, kind);
    expect(missing.json()).toEqual({
      status: 400,
      errors: [{ code: 'InvalidRequest', field: 'code', params: { rule: 'required' } }],
    });
    expect((await askCode(owner)).statusCode).toBe(204);
    const right = await mailed(owner.email, code);
    const wrong = right === '111111' ? '222222' : '111111';
    const guessed = await begin(owner, { password: testPassword, code: wrong }, kind);
    expect(statusAndCode(guessed)).toEqual([422, 'WrongVerificationCode']);
    expect(statusAndCode(await begin(owner, { password: 'wrong', code: right }, kind))).toEqual([
      422,
      'InvalidUserPassword',
    ]);
    expect((await begin(owner, { password: testPassword, code: right }, kind)).statusCode).toBe(200);
    const again = await begin(owner, { password: testPassword, code: right }, kind);
    expect(statusAndCode(again)).toEqual([404, 'NoVerificationCode']);
  });

  it('sends its code to who gives the password, three times an hour', async () => {
    const owner = await makeOwner(test);
    const wrong = await post('user/second-factor/request-code', { password: 'wrong' }, owner);
    expect(statusAndCode(wrong)).toEqual([422, 'InvalidUserPassword']);
    for (let count = 0; count < 3; count += 1) expect((await askCode(owner)).statusCode).toBe(204);
    expect(statusAndCode(await askCode(owner))).toEqual([429, 'CodeRequestRateLimitExceeded']);
  });

  it('is followed by others without a code', async () => {
    const { owner } = await steps.makeProtected();
    expect((await begin(owner, { password: testPassword }, 'passkeys')).statusCode).toBe(200);
  });
});

describe('the link of the mail that tells a new second factor', () => {
  it('removes it, ends all sessions, and has the password open nothing until a reset', async () => {
    const { owner } = await steps.makeProtected();
    const token = await mailed(owner.email, link);
    const answer = await undo(token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode).toBe(401);
    expect(statusAndCode(await login(owner))).toEqual([403, 'PasswordResetRequired']);
    expect(statusAndCode(await login(owner, 'wrong'))).toEqual([401, 'Unauthorized']);
    expect((await reset(owner, newPassword)).statusCode).toBe(204);
    const entered = await login(owner, newPassword);
    expect([entered.statusCode, entered.json()]).toEqual([200, {}]);
    expect(statusAndCode(await undo(token))).toEqual([404, 'EntityNotFound']);
  });

  it('leaves a factor that was there before', async () => {
    const { owner } = await steps.makeProtected();
    await mailed(owner.email, link);
    test.clock.advance(hour / 2);
    test.mails.splice(0);
    await steps.addPasskey(owner);
    await undo(await mailed(owner.email, link));
    await reset(owner, newPassword);
    const { secondFactor } = (await login(owner, newPassword)).json<{ secondFactor: { methods: string[] } }>();
    expect(secondFactor.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
  });

  it('serves for 72 hours', async () => {
    // Each moves the clock a little: its code has to be another.
    const [early, late] = [await steps.makeProtected(), await steps.makeProtected()];
    const [inTime, tooLate] = [await mailed(early.owner.email, link), await mailed(late.owner.email, link)];
    test.clock.advance(72 * hour - 5 * minute);
    expect((await undo(inTime)).statusCode).toBe(204);
    expect(statusAndCode(await login(early.owner))).toEqual([403, 'PasswordResetRequired']);
    test.clock.advance(5 * minute);
    for (const given of [tooLate, 'made-up']) expect(statusAndCode(await undo(given))).toEqual([404, 'EntityNotFound']);
  });

  it('goes to every address known: the login, and what it replaced in the last days', async () => {
    const owner = await makeOwner(test);
    const email = `nouvelle.${owner.safeId}@example.org`;
    await post('user/email-change/request-code', { email, password: testPassword }, owner);
    await post('user/email-change/verify-code', { code: await mailed(email, code) }, owner);
    await steps.addTotp(owner);
    const added = /d’authentification a été ajoutée/;
    expect(await linkIn(email, added)).toBe(await linkIn(owner.email, added));
  });
});

describe('the link of the mail that tells a second factor removed, or new recovery codes', () => {
  const removed = /d’authentification a été désactivée/;
  const renewed = /codes de secours ont été renouvelés/;

  it.each([
    ['the application is removed', 'DELETE', '/totp', removed],
    ['the codes are renewed', 'POST', '/recovery-codes', renewed],
  ] as const)('goes to every address known when %s, and ends all sessions', async (_what, method, path, about) => {
    const { owner } = await steps.makeProtected();
    const former = owner.email;
    const email = `voleur.${owner.safeId}@example.org`;
    await post('user/email-change/request-code', { email, password: testPassword }, owner);
    await post('user/email-change/verify-code', { code: await mailed(email, code) }, owner);
    expect((await steps.factor(method, path, owner, { password: testPassword })).statusCode).toBeLessThan(300);
    const token = await linkIn(former, about);
    expect(await linkIn(email, about)).toBe(token);
    expect((await undo(token)).statusCode).toBe(204);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode).toBe(401);
    expect(statusAndCode(await login({ ...owner, email }))).toEqual([403, 'PasswordResetRequired']);
  });

  it('ends the codes that a thief made, and leaves the factor', async () => {
    const { owner, secret } = await steps.makeProtected();
    test.clock.advance(hour / 2);
    const made = await steps.factor('POST', '/recovery-codes', owner, { password: testPassword });
    const { recoveryCodes } = made.json<{ recoveryCodes: string[] }>();
    await undo(await linkIn(owner.email, renewed));
    await reset(owner, newPassword);
    const { secondFactor } = (await login(owner, newPassword)).json<{ secondFactor: { signInId: string } }>();
    const { signInId } = secondFactor;
    const theirs = await steps.give({ signInId, method: 'RECOVERY_CODE', code: recoveryCodes[0] });
    expect(statusAndCode(theirs)).toEqual([422, 'WrongSecondFactor']);
    const entered = await steps.give({ signInId, method: 'TOTP', code: steps.codeOf(secret) });
    expect(entered.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${String(entered.headers['set-authorization'])}` };
    const { json } = await test.app.inject({ url: `${v1}/user/second-factor`, headers });
    expect(json<object>()).toMatchObject({ totp: {}, recoveryCodes: { left: 0 } });
  });
});

it('the link that undoes a change of address removes the second factor that was added since', async () => {
  const owner = await makeOwner(test);
  const email = `voleur.${owner.safeId}@example.org`;
  await post('user/email-change/request-code', { email, password: testPassword }, owner);
  await post('user/email-change/verify-code', { code: await mailed(email, code) }, owner);
  await steps.addTotp(owner);
  const theirs = await mailed(email, link);
  const token = await waitFor(() => undoingEmail(owner));
  expect((await post('user/email-change/undo', { token })).statusCode).toBe(204);
  expect(statusAndCode(await login(owner))).toEqual([403, 'PasswordResetRequired']);
  await reset(owner, newPassword);
  expect((await login(owner, newPassword)).json()).toEqual({});
  expect(statusAndCode(await undo(theirs))).toEqual([404, 'EntityNotFound']);
});

describe('the link of the mail that tells a new password', () => {
  it('ends all sessions and asks for another password, once', async () => {
    const owner = await makeOwner(test);
    expect((await changePassword(owner)).statusCode).toBe(204);
    const token = await mailed(owner.email, link);
    const answers = await Promise.all([undo(token), undo(token), undo(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode).toBe(401);
    expect(statusAndCode(await login(owner, newPassword))).toEqual([403, 'PasswordResetRequired']);
    expect(statusAndCode(await login(owner))).toEqual([401, 'Unauthorized']);
  });

  it('serves for 72 hours', async () => {
    const [early, late] = [await makeOwner(test), await makeOwner(test)];
    for (const owner of [early, late]) expect((await changePassword(owner)).statusCode).toBe(204);
    const [inTime, tooLate] = [await mailed(early.email, link), await mailed(late.email, link)];
    test.clock.advance(72 * hour - minute);
    expect((await undo(inTime)).statusCode).toBe(204);
    expect(statusAndCode(await login(early, newPassword))).toEqual([403, 'PasswordResetRequired']);
    test.clock.advance(minute);
    expect(statusAndCode(await undo(tooLate))).toEqual([404, 'EntityNotFound']);
    expect((await login(late, newPassword)).statusCode).toBe(200);
  });

  it('goes to every address known: the login, and what it replaced within 72 hours', async () => {
    const owner = await makeOwner(test);
    const email = `nouvelle.${owner.safeId}@example.org`;
    await post('user/email-change/request-code', { email, password: testPassword }, owner);
    await post('user/email-change/verify-code', { code: await mailed(email, code) }, owner);
    await waitFor(() => undoingEmail(owner));
    test.mails.splice(0);
    expect((await changePassword(owner)).statusCode).toBe(204);
    expect(await mailed(owner.email, link)).toBe(await mailed(email, link));
    test.clock.advance(72 * hour);
    const entered = await login({ ...owner, email }, newPassword);
    owner.headers = { authorization: `Bearer ${String(entered.headers['set-authorization'])}` };
    test.mails.splice(0);
    expect((await changePassword(owner, newPassword, testPassword)).statusCode).toBe(204);
    await mailed(email, link);
    await jobsDone(test);
    expect(test.mails.filter(({ to }) => to === owner.email)).toEqual([]);
  });

  it('goes to every address known after a reset too', async () => {
    const owner = await makeOwner(test);
    const email = `autre.${owner.safeId}@example.org`;
    await post('user/email-change/request-code', { email, password: testPassword }, owner);
    await post('user/email-change/verify-code', { code: await mailed(email, code) }, owner);
    await waitFor(() => undoingEmail(owner));
    expect((await reset({ ...owner, email }, newPassword)).statusCode).toBe(204);
    expect(await linkIn(owner.email, /changé/)).toBe(await linkIn(email, /changé/));
  });
});

describe('the link of the mail that tells a new phone', () => {
  const theirs = '+33698765432';
  const profileOf = async (owner: TestOwner) =>
    (await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).json<{ phone: string }>();
  async function changeProfile(owner: TestOwner, changed: object) {
    const { email: _, federated: __, storage: ___, ...profile } = (await profileOf(owner)) as Record<string, unknown>;
    const payload = { ...profile, ...changed };
    const answer = await test.app.inject({ method: 'PUT', url: `${v1}/user`, headers: owner.headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<object>();
  }
  /** The code that a reset texts to a number. */
  async function textedReset({ email }: TestOwner, to: string): Promise<string> {
    test.texts.splice(0);
    await post('password/reset/request-code', { email, mode: 'SMS' });
    const { text } = await waitFor(() => test.texts.find((sent) => sent.to === to));
    return code.exec(text)?.[0] ?? '';
  }
  async function resetBy({ email }: TestOwner, given: string) {
    const verified = await post('password/reset/verify-code', { email, code: given });
    if (verified.statusCode !== 200) return verified;
    const { resetToken } = verified.json<{ resetToken: string }>();
    const payload = { resetToken, password: newPassword, confirmation: newPassword };
    return test.app.inject({ method: 'POST', url: '/backend/api/v2/password/reset', payload });
  }

  async function signInAgain(owner: TestOwner): Promise<void> {
    owner.headers = { authorization: `Bearer ${String((await login(owner)).headers['set-authorization'])}` };
  }

  it('takes the safe back from who had a session alone, and brings back the number', async () => {
    const owner = await makeOwner(test);
    const { phone } = await profileOf(owner);
    expect(await changeProfile(owner, { phone: theirs })).not.toHaveProperty('formerPhone');
    const token = await mailed(owner.email, link);
    // The thief has the password now, and asks for one more code.
    expect((await resetBy(owner, await textedReset(owner, theirs))).statusCode).toBe(204);
    const early = await textedReset(owner, theirs);
    expect((await undo(token)).statusCode).toBe(204);
    expect(statusAndCode(await login(owner, newPassword))).toEqual([403, 'PasswordResetRequired']);
    expect(statusAndCode(await resetBy(owner, early))).toEqual([404, 'NoVerificationCode']);
    expect((await resetBy(owner, await textedReset(owner, phone))).statusCode).toBe(204);
    const entered = await login(owner, newPassword);
    expect(entered.statusCode).toBe(200);
    owner.headers = { authorization: `Bearer ${String(entered.headers['set-authorization'])}` };
    expect((await profileOf(owner)).phone).toBe(phone);
  });

  it('brings back the first of several numbers, and so does the link of another change', async () => {
    const owner = await makeOwner(test);
    const { phone } = await profileOf(owner);
    for (const changed of [theirs, '+33687654321']) await changeProfile(owner, { phone: changed });
    test.mails.splice(0);
    await changePassword(owner);
    expect((await undo(await mailed(owner.email, link))).statusCode).toBe(204);
    expect((await resetBy(owner, await textedReset(owner, phone))).statusCode).toBe(204);
  });

  it('brings back the first of several numbers while the link of the last change is good', async () => {
    const owner = await makeOwner(test);
    const { phone } = await profileOf(owner);
    await changeProfile(owner, { phone: '+33612340001' });
    await mailed(owner.email, link);
    test.clock.advance(70 * hour);
    await signInAgain(owner);
    test.mails.splice(0);
    await changeProfile(owner, { phone: theirs });
    const token = await mailed(owner.email, link);
    test.clock.advance(30 * hour);
    expect((await undo(token)).statusCode).toBe(204);
    expect((await resetBy(owner, await textedReset(owner, phone))).statusCode).toBe(204);
  });

  it('leaves a number that was there for 72 hours, and no other field is told', async () => {
    const owner = await makeOwner(test);
    await changeProfile(owner, { phone: theirs });
    await mailed(owner.email, link);
    test.mails.splice(0);
    test.clock.advance(72 * hour);
    await signInAgain(owner);
    await changeProfile(owner, { city: 'Brest' });
    await changePassword(owner);
    const tokens = async () => (await openLinksIn(test, test.mails.map(({ text }) => text).join('\n'))).length;
    await waitFor(async () => ((await tokens()) > 0 ? true : undefined));
    expect(await tokens()).toBe(1);
    await undo(await mailed(owner.email, link));
    expect((await resetBy(owner, await textedReset(owner, theirs))).statusCode).toBe(204);
  });
});
