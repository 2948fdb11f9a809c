import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { markOtherVersion, unlockAccountAsOperator } from './operator.ts';

const v1 = '/backend/api/v1';
const elsewhere = 'https://other.safe.example';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const login = ({ email }: TestOwner, password = testPassword) =>
  test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password } });

const lastEntry = async ({ headers }: TestOwner) => {
  const answer = await test.app.inject({ url: `${v1}/user/journal?kind=account`, headers });
  return answer.json<{ items: unknown[] }>().items[0];
};

describe('an account of another version of the application', () => {
  it('is told where to sign in, to who gives the right password, and gets no token', async () => {
    const owner = await makeOwner(test);
    expect(await markOtherVersion(test.platform, owner.email.toUpperCase(), true)).toBe(true);
    expect((await login(owner)).json()).toEqual({});
    test.platform.settings.otherVersionUrl = elsewhere;
    const answer = await login(owner);
    expect(answer.json()).toEqual({ loginUrl: elsewhere });
    expect([answer.statusCode, answer.headers['set-authorization']]).toEqual([200, undefined]);
    expect(statusAndCode(await login(owner, 'wrong'))).toEqual([401, 'Unauthorized']);
    expect(await lastEntry(owner)).toMatchObject({ action: 'account.version-changed', actor: { kind: 'operator' } });
    await markOtherVersion(test.platform, owner.email, false);
    const back = await login(owner);
    expect(back.json()).toEqual({});
    expect(back.headers['set-authorization']).toEqual(expect.any(String));
  });
});

describe('a locked account', () => {
  it('is unlocked by the operator, which its owner reads', async () => {
    const owner = await makeOwner(test);
    for (let count = 0; count < 10; count += 1) await login(owner, 'wrong');
    expect(statusAndCode(await login(owner))).toEqual([403, 'AccountLocked']);
    expect(await unlockAccountAsOperator(test.platform, owner.email)).toBe(true);
    expect((await login(owner)).statusCode).toBe(200);
    expect(await lastEntry(owner)).toMatchObject({ action: 'account.unlocked', actor: { kind: 'operator' } });
    expect(await unlockAccountAsOperator(test.platform, 'personne@example.org')).toBe(false);
  });
});
