import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationSteps, statusAndCode } from '../../testing/people/activation-steps.ts';
import { makeOwner, type TestOwner } from '../../testing/people/makers.ts';
import { mergeSteps, type Granted } from '../../testing/people/merge-steps.ts';
import { secondFactorSteps } from '../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const hour = 3_600_000;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
let proving: ReturnType<typeof mergeSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  proving = mergeSteps(steps);
  await test.startWorker();
});
afterAll(() => test.close());

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

describe('the proof of a safe that one has', () => {
  it('answers an unknown address and a wrong password with the same bytes, and counts nothing on the account', async () => {
    const owner = await makeOwner(test);
    const token = await steps.beginWell();
    const [known, unknown] = [
      await proving.proveBy(token, owner, 'wrong'),
      await proving.proveBy(token, { email: 'nobody@example.org' }, 'wrong'),
    ];
    expect(known.json()).toEqual({ status: 401, errors: [{ code: 'Unauthorized' }] });
    expect(unknown.body).toBe(known.body);
    expect(await wrongPasswordsOf(owner)).toBe(0);
    expect((await journalOf(owner.token)).map(({ action }) => action)).toContain('session.refused');
    expect((await proving.proveBy(token, { email: owner.email.toUpperCase() })).statusCode).toBe(200);
    expect(await wrongPasswordsOf(owner)).toBe(0);
  });

  it('is tried five times an hour by one newcomer, whatever the safes and the tokens', async () => {
    const pending = await steps.makePending();
    const token = await steps.beginWell(pending);
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(await proving.proveBy(token, { email: `somebody.${count}@example.org` }))).toEqual([
        401,
        'Unauthorized',
      ]);
    const owner = await makeOwner(test);
    const closed = await proving.proveBy(await steps.beginWell(pending), owner);
    expect(statusAndCode(closed)).toEqual([429, 'MergeVerificationRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await proving.proveBy(await steps.beginWell(), owner)).statusCode).toBe(200);
    test.clock.advance(hour);
    expect((await proving.proveBy(await steps.beginWell(pending), owner)).statusCode).toBe(200);
  });

  it('is tried five times an hour for one safe, whoever tries, and for an address without one alike', async () => {
    const owner = await makeOwner(test);
    for (const { email } of [owner, { email: 'no.safe@example.org' }]) {
      const answers = [];
      for (let count = 0; count < 6; count += 1)
        answers.push(statusAndCode(await proving.proveBy(await steps.beginWell(), { email }, 'wrong')));
      expect(answers).toEqual([
        ...Array.from({ length: 5 }, () => [401, 'Unauthorized']),
        [429, 'MergeVerificationRateLimitExceeded'],
      ]);
    }
    expect(await wrongPasswordsOf(owner)).toBe(0);
    expect(statusAndCode(await proving.proveBy(await steps.beginWell(), owner))[0]).toBe(429);
  });

  it('holds under many wrong passwords at the same instant', async () => {
    const owner = await makeOwner(test);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => steps.beginWell()));
    const answers = await Promise.all(tokens.map((token) => proving.proveBy(token, owner, 'wrong')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
    expect(await wrongPasswordsOf(owner)).toBe(0);
  });

  it('tells that the account is locked to the right password only', async () => {
    const owner = await makeOwner(test);
    await test.platform.db
      .updateTable('accounts')
      .set({ wrong_passwords: 10 })
      .where('safe_id', '=', owner.safeId)
      .execute();
    const token = await steps.beginWell();
    expect(statusAndCode(await proving.proveBy(token, owner, 'wrong'))).toEqual([401, 'Unauthorized']);
    expect(statusAndCode(await proving.proveBy(token, owner))).toEqual([403, 'AccountLocked']);
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
      expect(statusAndCode(await proving.proveBy(token, owner))).toEqual([409, 'UserIsNotActivated']);
    expect(statusAndCode(await proving.proveBy(token, unverified, 'wrong'))).toEqual([401, 'Unauthorized']);
  });

  it.each([
    [{}, ['email required', 'password required']],
    [{ email: 'no address', password: 'x' }, ['email email']],
    [{ email: 'a@example.org', password: 'x', remember: true }, ['remember unknown']],
    [{ franceConnect: false }, ['franceConnect value']],
  ])('names what is malformed in %j', async (body, expected) => {
    const answer = await proving.prove(await steps.beginWell(), body);
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: Array<{ field: string; params: { rule: string } }> }>();
    expect(errors.map(({ field, params }) => `${field} ${params.rule}`).toSorted()).toEqual(expected);
  });

  it('is told no federation that this server has not seen', async () => {
    expect(statusAndCode(await proving.prove(await steps.beginWell(), { franceConnect: true }))).toEqual([
      422,
      'FranceConnectError',
    ]);
  });
});

describe('the second factor of a safe that one has', () => {
  const totp = (signInId: string, code: string) => ({ secondFactor: { signInId, method: 'TOTP', code } });

  async function begin(token: string, owner: TestOwner) {
    const answer = await proving.proveBy(token, owner);
    expect(answer.json()).not.toHaveProperty('mergeToken');
    return answer.json<{ secondFactor: { signInId: string; methods: string[] } }>().secondFactor;
  }

  it('is asked for before anything is told of the safe', async () => {
    const factors = secondFactorSteps(test);
    const { owner, secret } = await factors.makeProtected();
    const token = await steps.beginWell();
    const { signInId, methods } = await begin(token, owner);
    expect(methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    const wrong = await proving.prove(token, totp(signInId, '000000'));
    expect(wrong.json()).toMatchObject({ errors: [{ code: 'WrongSecondFactor', field: 'secondFactor.code' }] });
    const right = await proving.prove(token, totp(signInId, factors.codeOf(secret)));
    expect(right.statusCode).toBe(200);
    expect((await proving.merge(token, right.json<Granted>().mergeToken)).statusCode).toBe(204);
  });

  it('goes on in the activation that began it, and opens no session', async () => {
    const factors = secondFactorSteps(test);
    const { owner, secret } = await factors.makeProtected();
    const [token, other] = [await steps.beginWell(), await steps.beginWell()];
    const { signInId } = await begin(token, owner);
    const code = factors.codeOf(secret);
    expect(statusAndCode(await proving.prove(other, totp(signInId, code)))).toEqual([401, 'Unauthorized']);
    expect(statusAndCode(await factors.give({ signInId, method: 'TOTP', code }))).toEqual([401, 'Unauthorized']);
    const signIn = await factors.begin(owner);
    expect(statusAndCode(await proving.prove(token, totp(signIn.signInId, code)))).toEqual([401, 'Unauthorized']);
    expect((await proving.prove(token, totp(signInId, code))).statusCode).toBe(200);
  });

  it('is tried five times an hour', async () => {
    const { owner } = await secondFactorSteps(test).makeProtected();
    const token = await steps.beginWell();
    const { signInId } = await begin(token, owner);
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(await proving.prove(token, totp(signInId, '000000')))).toEqual([422, 'WrongSecondFactor']);
    expect(statusAndCode(await proving.prove(token, totp(signInId, '000000')))).toEqual([
      429,
      'SecondFactorRateLimitExceeded',
    ]);
  });
});
