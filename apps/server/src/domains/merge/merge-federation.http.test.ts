import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenOf, statusAndCode } from '../../testing/people/activation-steps.ts';
import { federatedSteps } from '../../testing/people/federated-steps.ts';
import { createFederatedTest, FederationBrowser, type FederatedTest } from '../../testing/people/federation-browser.ts';
import { makeOwner, testPassword, type TestOwner } from '../../testing/people/makers.ts';

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
  await test.startWorker();
});
afterAll(() => test.close());

const prove = (browser: FederationBrowser, { token }: Pick<TestOwner, 'token'>) =>
  browser.call('POST', 'user/login-to-merge', { token, body: { franceConnect: true } });

/** An owner who has proved another safe by the federation, and receives it. */
async function receive(owner: TestOwner, browser: FederationBrowser) {
  const proved = await prove(browser, owner);
  expect(proved.statusCode).toBe(200);
  const headers = { 'x-user-to-merge-token': proved.json<{ mergeToken: string }>().mergeToken };
  const merged = await browser.call('POST', 'user/merge', { token: owner.token, headers });
  expect([merged.statusCode, merged.body]).toEqual([204, '']);
}

const actionsOf = (owner: TestOwner) => federatedSteps(test).actionsOf(owner.token);

describe('another safe that is proved by the federation', () => {
  it('is received, and its identity opens the receiver, which had none and is of the same person', async () => {
    const { person } = await federatedSteps(test).makeLinked();
    const owner = await makeOwner(test);
    const browser = new FederationBrowser(test);
    expect(statusAndCode(await prove(browser, owner))).toEqual([422, 'FranceConnectError']);
    await browser.signIn(person);
    expect(statusAndCode(await prove(new FederationBrowser(test), owner))).toEqual([422, 'FranceConnectError']);
    await receive(owner, browser);
    expect(await federatedSteps(test).isFederated(owner.token)).toBe(true);
    expect(await actionsOf(owner)).toContain('federation.linked');
    // The return that proved it has served.
    expect(statusAndCode(await prove(browser, owner))).toEqual([422, 'FranceConnectError']);
    const signedIn = newTokenOf(await new FederationBrowser(test).signIn(person));
    const profile = await browser.call('GET', 'user/profile', { token: signedIn });
    expect(profile.json()).toMatchObject({ email: owner.email });
  });

  it('is proved in a browser that stays signed in to its own: nothing of the other opens', async () => {
    const { person, owner: other } = await federatedSteps(test).makeLinked();
    const owner = await makeOwner(test);
    const browser = new FederationBrowser(test);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const body = { email: owner.email, password: testPassword };
    const token = newTokenOf(await browser.call('POST', 'login', { body, headers }));
    const query = await browser.comeBack(person);
    query.set('purpose', 'proof');
    const sessions = test.platform.db.selectFrom('sessions').select('session_id').where('safe_id', '=', other.safeId);
    const before = await sessions.execute();
    const answer = await browser.call('GET', `auth/code?${query.toString()}`, { headers });
    expect([answer.statusCode, answer.json()]).toEqual([200, { user: { sub: expect.any(String) as string } }]);
    expect(answer.headers['set-authorization']).toBeUndefined();
    expect(await sessions.execute()).toEqual(before);
    const proved = await browser.call('POST', 'user/login-to-merge', { token, body: { franceConnect: true }, headers });
    expect(proved.statusCode).toBe(200);
  });

  it('loses its identity where the receiver has one', async () => {
    const [one, other] = [await federatedSteps(test).makeLinked(), await federatedSteps(test).makeLinked()];
    const browser = new FederationBrowser(test);
    await browser.signIn(other.person);
    await receive({ ...one.owner, token: (await makeSession(one.owner)).token }, browser);
    const identities = await test.platform.db.selectFrom('federated_identities').select('safe_id').execute();
    expect(identities.map((row) => row.safe_id)).toContain(one.owner.safeId);
    expect(identities.map((row) => row.safe_id)).not.toContain(other.owner.safeId);
  });

  it('is not one’s own', async () => {
    const { person, owner } = await federatedSteps(test).makeLinked();
    const browser = new FederationBrowser(test);
    await browser.signIn(person);
    expect(statusAndCode(await prove(browser, owner))).toEqual([409, 'SelfMergeError']);
  });

  it.each([
    [{ email_verified_at: null }, [409, 'UserIsNotActivated']],
    [{ closes_at: new Date('2040-01-01') }, [409, 'UserIsNotActivated']],
  ])('is refused as after the right password: %j', async (changed, expected) => {
    const { person, owner } = await federatedSteps(test).makeLinked();
    const receiver = await makeOwner(test);
    const browser = new FederationBrowser(test);
    await browser.signIn(person);
    await test.platform.db.updateTable('accounts').set(changed).where('safe_id', '=', owner.safeId).execute();
    expect(statusAndCode(await prove(browser, receiver))).toEqual(expected);
  });
});

const makeSession = async ({ email, password }: TestOwner) => {
  const answer = await test.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } });
  return { token: newTokenOf(answer) };
};
