import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationSteps } from '../../testing/people/activation-steps.ts';
import { makeOwner, testPassword } from '../../testing/people/makers.ts';
import { mergeSteps } from '../../testing/people/merge-steps.ts';
import { Merger } from '../../testing/people/merger.ts';
import { secondFactorSteps } from '../../testing/people/second-factor-steps.ts';
import { toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const minute = 60_000;
const wrong = 'Pas-Le-Bon-Mot-12!?';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const login = (email: string) =>
  test.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password: testPassword } });
const setAccount = (safeId: string, set: object) =>
  test.platform.db.updateTable('accounts').set(set).where('safe_id', '=', safeId).execute();

describe('the proof of another safe', () => {
  it('is its password, and gives a token of 15 minutes', async () => {
    const owner = await Merger.make(test);
    const answer = await owner.prove(await makeOwner(test));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ mergeToken: expect.any(String) as string });
    expect(answer.headers['set-authorization']).toBeUndefined();
    const claims = decodeJwt(answer.json<{ mergeToken: string }>().mergeToken);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
  });

  it('asks for the second factor of that safe', async () => {
    const steps = secondFactorSteps(test);
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    const { secret } = await steps.addTotp(other);
    const { secondFactor } = (await owner.prove(other)).json<{ secondFactor: { signInId: string } }>();
    const proof = { signInId: secondFactor.signInId, method: 'TOTP', code: steps.codeOf(secret) };
    const stranger = await Merger.make(test);
    expect((await stranger.proveBy({ secondFactor: proof })).statusCode).not.toBe(200);
    const again = (await owner.prove(other)).json<{ secondFactor: { signInId: string } }>().secondFactor;
    test.clock.advance(30_000);
    const code = steps.codeOf(secret);
    const answer = await owner.proveBy({ secondFactor: { signInId: again.signInId, method: 'TOTP', code } });
    expect(answer.body).toContain('mergeToken');
  });

  it('by a wrong second factor never keeps the other safe’s owner from signing in', async () => {
    const steps = secondFactorSteps(test);
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    const { secret } = await steps.addTotp(other);
    const { secondFactor } = (await owner.prove(other)).json<{ secondFactor: { signInId: string } }>();
    const wrongCode = { signInId: secondFactor.signInId, method: 'TOTP', code: '000000' };
    for (let count = 0; count < 5; count += 1)
      expect(toldOf(await owner.proveBy({ secondFactor: wrongCode }))).toMatchObject({ code: 'WrongSecondFactor' });
    expect(toldOf(await owner.proveBy({ secondFactor: wrongCode }))).toMatchObject({
      code: 'SecondFactorRateLimitExceeded',
    });
    const signIn = (await login(other.email)).json<{ secondFactor: { signInId: string } }>().secondFactor;
    test.clock.advance(30_000);
    const proof = { signInId: signIn.signInId, method: 'TOTP', code: steps.codeOf(secret) };
    const url = '/backend/api/v1/login/second-factor';
    expect((await test.app.inject({ method: 'POST', url, payload: proof })).statusCode).toBe(200);
  });

  it('is an entry in the journal of the other safe, whatever follows', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    await owner.grant(other.owner);
    const { items } = (await other.call('GET', 'user/journal?kind=safe')).json<{ items: Array<{ action: string }> }>();
    expect(items[0]?.action).toBe('safe.proved');
  });

  it('refuses one’s own safe, to who gives its password', async () => {
    const owner = await Merger.make(test);
    expect(toldOf(await owner.prove(owner.owner))).toEqual({ status: 409, code: 'SelfMergeError' });
    expect(toldOf(await owner.prove(owner.owner, wrong))).toEqual({ status: 401, code: 'Unauthorized' });
  });

  it('refuses a safe that is locked, closes, or whose address must change, to who gives its password', async () => {
    const owner = await Merger.make(test);
    const cases: Array<[object, number, string]> = [
      [{ wrong_passwords: 10 }, 403, 'AccountLocked'],
      [{ closes_at: new Date(test.clock.now().getTime() + 86_400_000) }, 409, 'UserIsNotActivated'],
      [{ email_verified_at: null }, 409, 'UserIsNotActivated'],
    ];
    for (const [set, status, code] of cases) {
      const other = await makeOwner(test);
      await setAccount(other.safeId, set);
      expect(toldOf(await owner.prove(other, wrong))).toEqual({ status: 401, code: 'Unauthorized' });
      expect(toldOf(await owner.prove(other))).toEqual({ status, code });
      // The right password has cleared the count, and a closing safe stays closing.
      const row = await test.platform.db
        .selectFrom('accounts')
        .select(['closes_at'])
        .where('safe_id', '=', other.safeId)
        .executeTakeFirstOrThrow();
      expect(row.closes_at === null).toBe(code !== 'UserIsNotActivated' || 'email_verified_at' in set);
    }
  });

  it('without a return of the federation is refused', async () => {
    const owner = await Merger.make(test);
    expect(toldOf(await owner.proveBy({ franceConnect: true }))).toEqual({ status: 422, code: 'FranceConnectError' });
  });
});

describe('wrong passwords', () => {
  it('close the address at the sixth in an hour, also for a newcomer, and never lock its own sign-in', async () => {
    const other = await makeOwner(test);
    for (let count = 0; count < 5; count += 1)
      expect(toldOf(await (await Merger.make(test)).prove(other, wrong))).toEqual({
        status: 401,
        code: 'Unauthorized',
      });
    const refused = await (await Merger.make(test)).prove(other);
    expect(toldOf(refused)).toEqual({ status: 429, code: 'MergeVerificationRateLimitExceeded' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    const steps = activationSteps(test);
    const newcomer = await mergeSteps(steps).proveBy(await steps.beginWell(), other);
    expect(newcomer.statusCode).toBe(429);
    const { wrong_passwords } = await test.platform.db
      .selectFrom('accounts')
      .select('wrong_passwords')
      .where('safe_id', '=', other.safeId)
      .executeTakeFirstOrThrow();
    expect(wrong_passwords).toBe(0);
    expect((await login(other.email)).statusCode).toBe(200);
    test.clock.advance(61 * minute);
    const later = await Merger.make(test);
    expect((await later.prove(other)).statusCode).toBe(200);
  });

  it('close the safe that asks at the sixth, whatever the addresses, known or not', async () => {
    const owner = await Merger.make(test);
    for (let count = 0; count < 5; count += 1)
      expect((await owner.prove({ email: `nobody.${count}@example.org` }, wrong)).statusCode).toBe(401);
    expect(toldOf(await owner.prove(await makeOwner(test)))).toEqual({
      status: 429,
      code: 'MergeVerificationRateLimitExceeded',
    });
  });

  it('are not forgotten for one’s own password', async () => {
    const owner = await Merger.make(test);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      for (const tried of [{ email: `nobody.${count}@example.net` }, owner.owner])
        statuses.push((await owner.prove(tried, tried === owner.owner ? testPassword : wrong)).statusCode);
    expect(statuses).toEqual([401, 409, 401, 409, 401, 409, 401, 409]);
    expect((await owner.prove({ email: 'nobody.5@example.net' }, wrong)).statusCode).toBe(401);
    expect((await owner.prove(await makeOwner(test))).statusCode).toBe(429);
  });

  it('of one’s own address count with those of every call that asks for one’s own password', async () => {
    const owner = await Merger.make(test);
    const changed = { password: 'Nouvelle-Bouee-62!?', confirmation: 'Nouvelle-Bouee-62!?' };
    const change = (currentPassword: string) => owner.call('PUT', 'user/password', { currentPassword, ...changed });
    const closedHere = { status: 429, code: 'MergeVerificationRateLimitExceeded' };
    for (let count = 0; count < 3; count += 1)
      expect(toldOf(await change(wrong))).toMatchObject({ code: 'InvalidUserPassword' });
    const written = { email: owner.owner.email.toUpperCase() };
    for (let count = 0; count < 2; count += 1)
      expect(toldOf(await owner.prove(written, wrong))).toEqual({ status: 401, code: 'Unauthorized' });
    expect(toldOf(await owner.prove(owner.owner))).toEqual(closedHere);
    expect((await change(testPassword)).statusCode).toBe(429);
    expect((await owner.prove(await makeOwner(test))).statusCode).toBe(200);
    test.clock.advance(60 * minute);
    await owner.signIn();
    expect(toldOf(await owner.prove(owner.owner))).toMatchObject({ code: 'SelfMergeError' });
  });

  it('are forgotten by the right one', async () => {
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 4; count += 1) expect((await owner.prove(other, wrong)).statusCode).toBe(401);
      expect((await owner.prove(other)).statusCode).toBe(200);
    }
  });
});

describe('a merge token', () => {
  const refused = { status: 401, code: 'AuthTokenNotValid' };

  it('is of the session that asked for it', async () => {
    const [owner, stranger, other] = [await Merger.make(test), await Merger.make(test), await makeOwner(test)];
    const mergeToken = await owner.grant(other);
    for (const answer of [await stranger.info(mergeToken), await stranger.merge(mergeToken)])
      expect(toldOf(answer)).toEqual(refused);
    const second = (await login(owner.owner.email)).headers['set-authorization'];
    const elsewhere = new Merger(test, { ...owner.owner, headers: { authorization: `Bearer ${String(second)}` } });
    expect(toldOf(await elsewhere.merge(mergeToken))).toEqual(refused);
    expect((await owner.info(mergeToken)).statusCode).toBe(200);
  });

  it('is needed, and good for 15 minutes', async () => {
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    for (const bad of [undefined, '', 'nothing', owner.owner.token])
      for (const answer of [await owner.info(bad), await owner.merge(bad)]) expect(toldOf(answer)).toEqual(refused);
    const mergeToken = await owner.grant(other);
    test.clock.advance(14 * minute);
    expect((await owner.info(mergeToken)).statusCode).toBe(200);
    test.clock.advance(2 * minute);
    expect(toldOf(await owner.merge(mergeToken))).toEqual(refused);
  });

  it('dies when the owner of that safe undoes what a thief has changed', async () => {
    const [thief, other] = [await Merger.make(test), await makeOwner(test)];
    const mergeToken = await thief.grant(other);
    await setAccount(other.safeId, { password_reset_required_at: test.clock.now() });
    for (const answer of [await thief.info(mergeToken), await thief.merge(mergeToken)])
      expect(toldOf(answer)).toEqual(refused);
  });

  it('dies with the password of the safe that it proves', async () => {
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    const mergeToken = await owner.grant(other);
    await setAccount(other.safeId, { password_hash: 'another' });
    expect(toldOf(await owner.merge(mergeToken))).toEqual(refused);
  });

  it('serves once', async () => {
    const [owner, other] = [await Merger.make(test), await makeOwner(test)];
    const mergeToken = await owner.grant(other);
    expect((await owner.merge(mergeToken)).statusCode).toBe(204);
    expect(toldOf(await owner.merge(mergeToken))).toEqual(refused);
  });
});
