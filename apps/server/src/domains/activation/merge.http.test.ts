import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationSteps, newTokenOf, told, waitFor, type Answer } from '../../testing/activation-steps.ts';
import { Depositor, digest } from '../../testing/depositor.ts';
import { makeOwner, makePdf, testPassword, upload, type TestOwner } from '../../testing/makers.ts';
import { secondFactorSteps } from '../../testing/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer } from '../../testing/test-employer.ts';

const minute = 60_000;
const hour = 60 * minute;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

type Granted = { mergeToken: string; mergeInfo: Record<string, unknown> };

const prove = (token: string, body: object, headers: Record<string, string> = {}) =>
  steps.post('activation/login-to-merge', body, { token, headers });
const proveBy = (token: string, { email }: Pick<TestOwner, 'email'>, password = testPassword) =>
  prove(token, { email, password });
const merge = (token: string, mergeToken?: string, body: object = { termsAccepted: true }) =>
  steps.post('activation/merge', body, {
    token,
    headers: mergeToken === undefined ? {} : { 'x-user-to-merge-token': mergeToken },
  });

async function grant(token: string, owner: TestOwner): Promise<string> {
  const answer = await proveBy(token, owner);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Granted>().mergeToken;
}

const wrongPasswordsOf = async ({ safeId }: TestOwner) =>
  (
    await test.platform.db
      .selectFrom('accounts')
      .select('wrong_passwords as count')
      .where('safe_id', '=', safeId)
      .executeTakeFirstOrThrow()
  ).count;

const journalOf = async (token: string) =>
  (await steps.get('user/journal', token)).json<{ items: Array<{ action: string; title?: string }> }>().items;

describe('the merge of an activation into a safe that one has', () => {
  it('brings what waited into it, and signs in', async () => {
    const from = await Depositor.make(test);
    const owner = await makeOwner(test);
    expect((await upload(test, owner)).statusCode).toBe(201);
    const person = { firstName: 'Inès', lastName: 'Caron-Merge', birthDate: '1991-07-30' };
    const [row] = await from.employer.sendLines([{ employeeNumber: '7', ...person }]);
    const pending = { ...person, activationCode: String(row?.activationCode) };
    const deposited = await from.deposit({ content: makePdf('waits') });
    const token = await steps.beginWell(pending);
    const proved = await proveBy(token, owner);
    expect(proved.statusCode).toBe(200);
    expect(proved.json()).toEqual({
      mergeToken: expect.any(String) as string,
      mergeInfo: {
        ...{ firstName: 'Camille', lastName: 'Renaudin', nbDocs: 1 },
        activatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    });
    expect(proved.headers['set-authorization']).toBeUndefined();
    const { mergeToken } = proved.json<Granted>();
    const claims = decodeJwt(mergeToken);
    expect(claims['type']).toBe('JwtPayloadMerge');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
    const answer = await merge(token, mergeToken);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const auth = newTokenOf(answer);
    expect(decodeJwt(auth)).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: owner.safeId });
    const recovered = async () => (await steps.get('activation/progress', auth)).json<{ recovered: number }>();
    while ((await recovered()).recovered < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    const { items, total } = await from.documentsOf({ ...owner, token: auth });
    expect(total).toBe(2);
    expect(items.map(({ sha256 }) => sha256)).toContain(digest(makePdf('waits')));
    const joined = (await journalOf(auth)).filter(({ action }) => action === 'employer.joined');
    expect(joined).toMatchObject([{ title: 'Ateliers Martin', result: 'done', actor: { kind: 'owner' } }]);
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === owner.email && /employeur/.test(subject)),
    );
    expect(mail.text).toContain('Ateliers Martin');
    expect((await steps.get('user/payslip-agreement-status', auth)).json()).toMatchObject({
      agreements: [{ employer: { name: 'Ateliers Martin' }, accepted: true }],
    });
    expect((await from.employer.call('GET', 'employees/7')).body).toMatchObject({ state: 'activated' });
    expect(deposited.body.delivery).toBe('ELECTRONIC');
    for (const ended of [await merge(token, mergeToken), await steps.begin(pending)])
      expect(ended.statusCode).toBeGreaterThanOrEqual(401);
    expect((await steps.get('user/profile', owner.token)).statusCode).toBe(200);
  });

  it('is won by one of two at the same instant', async () => {
    const token = await steps.beginWell();
    const [one, other] = [await makeOwner(test), await makeOwner(test)];
    const tokens = [await grant(token, one), await grant(token, other), await grant(token, one)];
    const answers = await Promise.all(tokens.map((mergeToken) => merge(token, mergeToken)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401, 401]);
    const winner = decodeJwt(newTokenOf(answers.find(({ statusCode }) => statusCode === 204) as Answer)).sub;
    const rows = await test.platform.db
      .selectFrom('employees')
      .select('employee_id')
      .where('safe_id', 'in', [one.safeId, other.safeId])
      .execute();
    expect(rows).toHaveLength(1);
    expect([one.safeId, other.safeId]).toContain(winner);
  });

  it('may bring an employer whose domain is that of the address, which the next sign-in then refuses', async () => {
    const employer = await createTestEmployer(test, { emailDomains: ['fonderie-morel.example'] });
    const owner = await makeOwner(test, { email: 'camille@fonderie-morel.example' });
    const token = await steps.beginWell(await steps.makePending({}, employer));
    expect((await merge(token, await grant(token, owner))).statusCode).toBe(204);
    const { email, password } = owner;
    const signedIn = await steps.post('login', { email, password });
    expect(decodeJwt(newTokenOf(signedIn))).toMatchObject({ type: 'JwtPayloadLoggedInvalidUser' });
  });

  it('asks for the terms, and loses nothing when they are not accepted', async () => {
    const token = await steps.beginWell();
    const mergeToken = await grant(token, await makeOwner(test));
    const answer = await merge(token, mergeToken, { termsAccepted: false });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ code: 'InvalidRequest', field: 'termsAccepted' }] });
    expect((await merge(token, mergeToken)).statusCode).toBe(204);
  });
});

describe('a merge token', () => {
  it('serves the activation that asked for it, and no other', async () => {
    const owner = await makeOwner(test);
    const [token, other] = [await steps.beginWell(), await steps.beginWell()];
    const mergeToken = await grant(token, owner);
    const forged = await test.platform.tokens.issue(
      'merge',
      { sub: owner.safeId, sid: String(decodeJwt(token).jti) },
      { browser: null },
    );
    for (const bad of [undefined, '', 'x.y.z', owner.token, token, forged, `${mergeToken.slice(0, -3)}AAA`])
      expect(told(await merge(token, bad))).toEqual([401, 'AuthTokenNotValid']);
    expect(told(await merge(other, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
    expect((await merge(token, mergeToken)).statusCode).toBe(204);
  });

  it('lives fifteen minutes', async () => {
    const token = await steps.beginWell();
    const mergeToken = await grant(token, await makeOwner(test));
    test.clock.advance(15 * minute);
    expect(told(await merge(token, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('dies with the password that it stands for', async () => {
    const token = await steps.beginWell();
    const owner = await makeOwner(test);
    const mergeToken = await grant(token, owner);
    const password = 'Clarinette-Lunaire-48!?';
    const changed = await test.app.inject({
      method: 'PUT',
      url: '/backend/api/v1/user/password',
      headers: owner.headers,
      payload: { currentPassword: owner.password, password, confirmation: password },
    });
    expect(changed.statusCode).toBe(204);
    expect(told(await merge(token, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('opens nothing else', async () => {
    const token = await steps.beginWell();
    const mergeToken = await grant(token, await makeOwner(test));
    expect(told(await steps.get('user/profile', mergeToken))).toEqual([401, 'AuthTokenNotValid']);
    expect(told(await merge(mergeToken, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('the proof of a safe that one has', () => {
  it('answers an unknown address and a wrong password with the same bytes, and counts on the account', async () => {
    const owner = await makeOwner(test);
    const token = await steps.beginWell();
    const [known, unknown] = [
      await proveBy(token, owner, 'wrong'),
      await proveBy(token, { email: 'nobody@example.org' }, 'wrong'),
    ];
    expect(known.json()).toEqual({ status: 401, errors: [{ code: 'Unauthorized' }] });
    expect(unknown.body).toBe(known.body);
    expect(await wrongPasswordsOf(owner)).toBe(1);
    expect((await journalOf(owner.token)).map(({ action }) => action)).toContain('session.refused');
    expect((await proveBy(token, { email: owner.email.toUpperCase() })).statusCode).toBe(200);
    expect(await wrongPasswordsOf(owner)).toBe(0);
  });

  it('is tried five times an hour by one newcomer, whatever the safes and the tokens', async () => {
    const pending = await steps.makePending();
    const token = await steps.beginWell(pending);
    for (let count = 0; count < 5; count += 1)
      expect(told(await proveBy(token, { email: `somebody.${count}@example.org` }))).toEqual([401, 'Unauthorized']);
    const owner = await makeOwner(test);
    const closed = await proveBy(await steps.beginWell(pending), owner);
    expect(told(closed)).toEqual([429, 'MergeVerificationRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await proveBy(await steps.beginWell(), owner)).statusCode).toBe(200);
    test.clock.advance(hour);
    expect((await proveBy(await steps.beginWell(pending), owner)).statusCode).toBe(200);
  });

  it('is tried five times an hour for one safe, whoever tries, and for an address without one alike', async () => {
    const owner = await makeOwner(test);
    for (const { email } of [owner, { email: 'no.safe@example.org' }]) {
      const answers = [];
      for (let count = 0; count < 6; count += 1)
        answers.push(told(await proveBy(await steps.beginWell(), { email }, 'wrong')));
      expect(answers).toEqual([
        ...Array.from({ length: 5 }, () => [401, 'Unauthorized']),
        [429, 'MergeVerificationRateLimitExceeded'],
      ]);
    }
    expect(await wrongPasswordsOf(owner)).toBe(5);
    expect(told(await proveBy(await steps.beginWell(), owner))[0]).toBe(429);
  });

  it('holds under many wrong passwords at the same instant', async () => {
    const owner = await makeOwner(test);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => steps.beginWell()));
    const answers = await Promise.all(tokens.map((token) => proveBy(token, owner, 'wrong')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
    expect(await wrongPasswordsOf(owner)).toBe(5);
  });

  it('tells that the account is locked to the right password only', async () => {
    const owner = await makeOwner(test);
    await test.platform.db
      .updateTable('accounts')
      .set({ wrong_passwords: 10 })
      .where('safe_id', '=', owner.safeId)
      .execute();
    const token = await steps.beginWell();
    expect(told(await proveBy(token, owner, 'wrong'))).toEqual([401, 'Unauthorized']);
    expect(told(await proveBy(token, owner))).toEqual([403, 'AccountLocked']);
  });

  it('refuses an account whose address must be changed first', async () => {
    const unverified = await makeOwner(test);
    await test.platform.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('safe_id', '=', unverified.safeId)
      .execute();
    const disposable = await makeOwner(test, { email: 'zoe.merge@yopmail.com' });
    const token = await steps.beginWell();
    for (const owner of [unverified, disposable])
      expect(told(await proveBy(token, owner))).toEqual([409, 'UserIsNotActivated']);
    expect(told(await proveBy(token, unverified, 'wrong'))).toEqual([401, 'Unauthorized']);
  });

  it.each([
    [{}, ['email required', 'password required']],
    [{ email: 'no address', password: 'x' }, ['email email']],
    [{ email: 'a@example.org', password: 'x', remember: true }, ['remember unknown']],
    [{ franceConnect: false }, ['franceConnect value']],
  ])('names what is malformed in %j', async (body, expected) => {
    const answer = await prove(await steps.beginWell(), body);
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: Array<{ field: string; params: { rule: string } }> }>();
    expect(errors.map(({ field, params }) => `${field} ${params.rule}`).toSorted()).toEqual(expected);
  });

  it('is told no federation that this server has not seen', async () => {
    expect(told(await prove(await steps.beginWell(), { franceConnect: true }))).toEqual([422, 'FranceConnectError']);
  });
});

describe('the second factor of a safe that one has', () => {
  const totp = (signInId: string, code: string) => ({ secondFactor: { signInId, method: 'TOTP', code } });

  async function begin(token: string, owner: TestOwner) {
    const answer = await proveBy(token, owner);
    expect(answer.json()).not.toHaveProperty('mergeToken');
    return answer.json<{ secondFactor: { signInId: string; methods: string[] } }>().secondFactor;
  }

  it('is asked for before anything is told of the safe', async () => {
    const factors = secondFactorSteps(test);
    const { owner, secret } = await factors.makeProtected();
    const token = await steps.beginWell();
    const { signInId, methods } = await begin(token, owner);
    expect(methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    const wrong = await prove(token, totp(signInId, '000000'));
    expect(wrong.json()).toMatchObject({ errors: [{ code: 'WrongSecondFactor', field: 'secondFactor.code' }] });
    const right = await prove(token, totp(signInId, factors.codeOf(secret)));
    expect(right.statusCode).toBe(200);
    expect((await merge(token, right.json<Granted>().mergeToken)).statusCode).toBe(204);
  });

  it('goes on in the activation that began it, and opens no session', async () => {
    const factors = secondFactorSteps(test);
    const { owner, secret } = await factors.makeProtected();
    const [token, other] = [await steps.beginWell(), await steps.beginWell()];
    const { signInId } = await begin(token, owner);
    const code = factors.codeOf(secret);
    expect(told(await prove(other, totp(signInId, code)))).toEqual([401, 'Unauthorized']);
    expect(told(await factors.give({ signInId, method: 'TOTP', code }))).toEqual([401, 'Unauthorized']);
    const signIn = await factors.begin(owner);
    expect(told(await prove(token, totp(signIn.signInId, code)))).toEqual([401, 'Unauthorized']);
    expect((await prove(token, totp(signInId, code))).statusCode).toBe(200);
  });

  it('is tried five times an hour', async () => {
    const { owner } = await secondFactorSteps(test).makeProtected();
    const token = await steps.beginWell();
    const { signInId } = await begin(token, owner);
    for (let count = 0; count < 5; count += 1)
      expect(told(await prove(token, totp(signInId, '000000')))).toEqual([422, 'WrongSecondFactor']);
    expect(told(await prove(token, totp(signInId, '000000')))).toEqual([429, 'SecondFactorRateLimitExceeded']);
  });
});
