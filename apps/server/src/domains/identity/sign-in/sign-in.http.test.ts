import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { alteredToken } from '../../../testing/files/altered.ts';
import { makeOwner, testPassword } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';

const v1 = '/backend/api/v1';
const minute = 60_000;
const hour = 60 * minute;
const api = { browser: null };

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const login = (email: string, password: string = testPassword, others: Record<string, unknown> = {}) =>
  test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password, ...others } });

const call = (method: 'GET' | 'POST', path: string, token: string) =>
  test.app.inject({ method, url: `${v1}/${path}`, headers: { authorization: `Bearer ${token}` } });

const tokenOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-authorization']);

/** The code of the only error. */
const codeOf = (answer: { json(): unknown }) => (answer.json() as { errors: Array<{ code: string }> }).errors[0]?.code;

describe('sign-in', () => {
  it('opens a session with the address in any case and the password', async () => {
    const owner = await makeOwner(test);
    const answer = await login(owner.email.toUpperCase());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    const claims = decodeJwt(tokenOf(answer));
    expect(claims).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: owner.safeId });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
    expect(typeof claims['sid']).toBe('string');
    expect(typeof claims.jti).toBe('string');
    expect((await call('GET', 'user/profile', tokenOf(answer))).statusCode).toBe(200);
  });

  it('answers an unknown address and a wrong password with the same bytes', async () => {
    const owner = await makeOwner(test);
    const [known, unknown] = [await login(owner.email, 'not-this-one'), await login('nobody@example.org')];
    expect(known.statusCode).toBe(401);
    expect(unknown.body).toBe(known.body);
    expect(known.json()).toEqual({ status: 401, errors: [{ code: 'Unauthorized' }] });
    const names = ({ headers }: typeof known) => Object.keys(headers).toSorted();
    expect(names(unknown)).toEqual(names(known));
  });

  it('believes no federated identity by itself', async () => {
    const owner = await makeOwner(test);
    expect((await login(owner.email, testPassword, { franceConnectSub: 'somebody' })).statusCode).toBe(200);
    expect((await login(owner.email, 'wrong', { franceConnectSub: 'somebody' })).statusCode).toBe(401);
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'no address', password: 'x' }, ['email']],
    [{ email: 'a@example.org', password: 'x', remember: true }, ['remember']],
  ])('refuses the malformed %j, naming %j', async (payload, fields) => {
    const answer = await test.app.inject({ method: 'POST', url: `${v1}/login`, payload });
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: Array<{ code: string; field: string }> }>();
    expect(errors.map(({ field }) => field)).toEqual(fields);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['InvalidRequest']));
  });

  it('locks after ten wrong passwords in a row, and tells only who gives the right one', async () => {
    const owner = await makeOwner(test);
    for (let count = 0; count < 9; count += 1) await login(owner.email, 'wrong');
    expect((await login(owner.email)).statusCode).toBe(200);
    for (let count = 0; count < 10; count += 1) expect(codeOf(await login(owner.email, 'wrong'))).toBe('Unauthorized');
    const locked = await login(owner.email);
    expect([locked.statusCode, codeOf(locked)]).toEqual([403, 'AccountLocked']);
    expect(locked.headers['set-authorization']).toBeUndefined();
    expect(codeOf(await login(owner.email, 'wrong'))).toBe('Unauthorized');
    test.clock.advance(24 * hour);
    expect(codeOf(await login(owner.email))).toBe('AccountLocked');
  });

  it('counts every wrong password of many at the same instant', async () => {
    const owner = await makeOwner(test);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(owner.email, 'wrong')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    const row = await test.platform.db
      .selectFrom('accounts')
      .select('wrong_passwords')
      .where('safe_id', '=', owner.safeId)
      .executeTakeFirstOrThrow();
    expect(row.wrong_passwords).toBe(30);
  });

  it('gives no more than an invalid-user token while the address must be changed', async () => {
    const employer = await createTestEmployer(test, { emailDomains: ['acier-lorrain.example'] });
    const professional = await makeOwner(test, { email: 'zoe@paris.acier-lorrain.example' });
    await test.platform.db
      .insertInto('employees')
      .values({
        employer_id: employer.employerId,
        employee_id: professional.safeId,
        number_tag: Buffer.from('number'),
        content_tag: Buffer.from('content'),
        sealed: Buffer.from('sealed'),
        state: 'activated',
        safe_id: professional.safeId,
        person_tag: Buffer.from('person'),
        created_at: test.clock.now(),
      })
      .execute();
    const unverified = await makeOwner(test);
    await test.platform.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('safe_id', '=', unverified.safeId)
      .execute();
    const disposable = await makeOwner(test, { email: 'zoe@yopmail.com' });
    for (const { email, safeId } of [professional, unverified, disposable]) {
      const answer = await login(email);
      expect(answer.statusCode).toBe(200);
      const claims = decodeJwt(tokenOf(answer));
      expect(claims).toMatchObject({ type: 'JwtPayloadLoggedInvalidUser', sub: safeId });
      expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
      expect((await call('GET', 'user/profile', tokenOf(answer))).statusCode).toBe(401);
    }
  });

  it('leaves its trace in the journal, with the address, and no secret in the log', async () => {
    const owner = await makeOwner(test);
    await login(owner.email, 'Wrong-Secret-1!');
    const token = tokenOf(await login(owner.email));
    const { items } = (await call('GET', 'user/journal', token)).json<{ items: Array<Record<string, unknown>> }>();
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'session.opened', actor: { kind: 'owner' }, result: 'done', address: '127.0.0.1' },
      { action: 'session.refused', actor: { kind: 'visitor' }, result: 'refused', address: '127.0.0.1' },
    ]);
    const log = test.logged.join('\n');
    for (const secret of [owner.email, 'Wrong-Secret-1!', testPassword, token])
      expect(log.includes(secret)).toBe(false);
  });
});

describe('a session', () => {
  it('is refreshed with a new token, and the one before stays good until it expires', async () => {
    const owner = await makeOwner(test);
    test.clock.advance(55 * minute);
    const answer = await call('GET', 'auth/refresh-token', owner.token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const renewed = tokenOf(answer);
    expect(decodeJwt(renewed)).toMatchObject({ sub: owner.safeId, sid: decodeJwt(owner.token)['sid'] });
    expect(decodeJwt(renewed).jti).not.toBe(decodeJwt(owner.token).jti);
    expect((await call('GET', 'user/profile', owner.token)).statusCode).toBe(200);
    test.clock.advance(6 * minute);
    expect(codeOf(await call('GET', 'user/profile', owner.token))).toBe('AuthTokenNotValid');
    expect((await call('GET', 'user/profile', renewed)).statusCode).toBe(200);
  });

  it('ends 30 days after sign-in, however often it is refreshed', async () => {
    const owner = await makeOwner(test);
    let { token } = owner;
    const refreshes = Math.floor((30 * 24 * 60) / 55);
    for (let count = 0; count < refreshes; count += 1) {
      test.clock.advance(55 * minute);
      token = tokenOf(await call('GET', 'auth/refresh-token', token));
    }
    const { exp } = decodeJwt(token);
    const left = Number(exp) * 1000 - test.clock.now().getTime();
    expect(left).toBeLessThanOrEqual(25 * minute);
    test.clock.advance(left);
    expect(codeOf(await call('GET', 'auth/refresh-token', token))).toBe('AuthTokenNotValid');
  });

  it('ends 12 hours after its last refresh, whatever its tokens say', async () => {
    const owner = await makeOwner(test);
    test.clock.advance(12 * hour);
    const claims = decodeJwt(owner.token);
    const forged = await test.platform.tokens.issue('auth', { sub: owner.safeId, sid: String(claims['sid']) }, api);
    expect(codeOf(await call('GET', 'user/profile', forged))).toBe('AuthTokenNotValid');
  });

  it('ends at sign-out with every token of it, and leaves the others', async () => {
    const owner = await makeOwner(test);
    const other = tokenOf(await login(owner.email));
    const renewed = tokenOf(await call('GET', 'auth/refresh-token', owner.token));
    expect((await call('POST', 'auth/logout', renewed)).statusCode).toBe(204);
    for (const token of [owner.token, renewed])
      expect(codeOf(await call('GET', 'user/profile', token))).toBe('AuthTokenNotValid');
    const { items } = (await call('GET', 'user/journal', other)).json<{ items: Array<{ action: string }> }>();
    expect(items[0]?.action).toBe('session.closed');
  });

  it('is opened by no token of another kind, of nobody, or altered', async () => {
    const owner = await makeOwner(test);
    const about = { sub: owner.safeId, sid: String(decodeJwt(owner.token)['sid']) };
    const tokens = await Promise.all(
      (['invalid', 'activation', 'merge', 'employer'] as const).map((kind) =>
        test.platform.tokens.issue(kind, about, api),
      ),
    );
    const elsewhere = await makeOwner(test);
    tokens.push(await test.platform.tokens.issue('auth', { ...about, sub: elsewhere.safeId }, api));
    tokens.push(alteredToken(owner.token), 'x.y.z', '');
    for (const token of tokens) {
      const answer = await call('GET', 'user/profile', token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'AuthTokenNotValid']);
    }
  });
});
