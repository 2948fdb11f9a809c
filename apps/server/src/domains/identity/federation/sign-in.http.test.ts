import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { federatedSteps } from '../../../testing/people/federated-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';

let test: FederatedTest;
let steps: ReturnType<typeof federatedSteps>;
beforeAll(async () => {
  test = await createFederatedTest();
  steps = federatedSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const newBrowser = () => new FederationBrowser(test);

type Finished = {
  user?: { sub: string; userToken?: string; secondFactor?: { signInId: string }; edpUserV2?: { loginUrl: string } };
  notActivatedUser?: { notActivatedUserToken: string; sub: string; email: string };
};

describe('a federated sign-in', () => {
  it('goes to the federation with what FranceConnect v2 knows and no more, bound to the browser by a cookie', async () => {
    const browser = newBrowser();
    const url = await browser.begin();
    expect([...url.searchParams.keys()].toSorted()).toEqual(
      ['acr_values', 'client_id', 'nonce', 'redirect_uri', 'response_type', 'scope', 'state'].toSorted(),
    );
    expect(url.searchParams.get('nonce')).toHaveLength(43);
    const again = await test.app.inject({ url: '/backend/api/v1/auth/franceconnect/init' });
    expect(again.headers['set-cookie']).toMatch(
      /^__Host-perenne-fc-attempt=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('lets in who is linked, also by the header', async () => {
    const { person } = await steps.makeLinked();
    const answer = await newBrowser().signIn(person);
    const { user } = answer.json<Finished>();
    expect(user).toEqual({ sub: person.sub, userToken: answer.headers['set-authorization'] });
    expect(await steps.isFederated(String(user?.userToken))).toBe(true);
  });

  it('asks who is not linked for the usual credentials', async () => {
    const person = test.makePerson({});
    const answer = await newBrowser().signIn(person);
    expect([answer.statusCode, answer.json()]).toEqual([200, { user: { sub: person.sub } }]);
    expect(answer.headers['set-authorization']).toBeUndefined();
  });

  it('knows whom an employer announced with the same names, birth date and e-mail', async () => {
    const email = test.steps.newEmail();
    await test.steps.makePending({ firstName: 'Zoé', lastName: 'D’Arc', birthDate: '1999-01-02', email });
    const told = { email: email.toUpperCase(), birthDate: '1999-01-02', firstName: 'ZOE Marie', lastName: "D'ARC" };
    const person = test.makePerson(told);
    const answer = await newBrowser().signIn(person);
    expect(answer.json()).toEqual({
      notActivatedUser: { notActivatedUserToken: expect.any(String) as string, sub: person.sub, email: told.email },
    });
  });

  it.each([
    ['first name', { firstName: 'Léa' }],
    ['last name', { lastName: 'Dupont' }],
    ['birth date', { birthDate: '1999-01-03' }],
    ['e-mail', { email: 'other@example.org' }],
  ])('takes nobody for an announced one by another %s', async (_what, other) => {
    const email = test.steps.newEmail();
    await test.steps.makePending({ firstName: 'Zoé', lastName: 'Darc', birthDate: '1999-01-02', email });
    const person = test.makePerson({ email, birthDate: '1999-01-02', firstName: 'Zoé', lastName: 'Darc', ...other });
    expect((await newBrowser().signIn(person)).json()).toEqual({ user: { sub: person.sub } });
  });

  it('asks for the second factor of who has one, then links what had been completed', async () => {
    const owner = await makeOwner(test);
    const factors = secondFactorSteps(test);
    const { secret } = await factors.addTotp(owner);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    const { secondFactor } = (await steps.login(browser, owner, person.sub)).json<{
      secondFactor: { signInId: string };
    }>();
    const give = (signInId: string) => {
      test.clock.advance(30_000);
      const body = { signInId, method: 'TOTP', code: factors.codeOf(secret) };
      return browser.call('POST', 'login/second-factor', { body });
    };
    const given = await give(secondFactor.signInId);
    expect([given.statusCode, given.json()]).toEqual([200, {}]);
    expect(await steps.isFederated(String(given.headers['set-authorization']))).toBe(true);
    const { user } = (await browser.signIn(person)).json<Finished>();
    expect(user).toMatchObject({ sub: person.sub, secondFactor: { methods: ['TOTP', 'RECOVERY_CODE'] } });
    expect(user?.userToken).toBeUndefined();
    const entered = await give(String(user?.secondFactor?.signInId));
    const out = await browser.call('GET', 'auth/franceconnect/logout', {
      token: String(entered.headers['set-authorization']),
    });
    expect(out.statusCode).toBe(200);
  });

  it('lets in while wrong passwords have closed the way by password', async () => {
    const { person, owner } = await steps.makeLinked();
    for (let count = 0; count < 10; count += 1)
      await newBrowser().call('POST', 'login', { body: { email: owner.email, password: 'wrong' } });
    const byPassword = { body: { email: owner.email, password: owner.password } };
    expect(statusAndCode(await newBrowser().call('POST', 'login', byPassword))).toEqual([403, 'AccountLocked']);
    const { user } = (await newBrowser().signIn(person)).json<Finished>();
    expect(await steps.isFederated(String(user?.userToken))).toBe(true);
  });

  it('sends the owner of an account of another version there', async () => {
    const { person, owner } = await steps.makeLinked();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ other_version: true }).where('safe_id', '=', owner.safeId).execute();
    test.platform.settings.otherVersionUrl = 'https://other.example/';
    const answer = await newBrowser().signIn(person);
    test.platform.settings.otherVersionUrl = null;
    expect(answer.json()).toEqual({
      user: { sub: person.sub, edpUserV2: { loginUrl: `https://other.example/fc-callback?sub=${person.sub}` } },
    });
  });

  it('gives who must change the address a token that opens no more than that', async () => {
    const { person, owner } = await steps.makeLinked();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ email_verified_at: null }).where('safe_id', '=', owner.safeId).execute();
    const { user } = (await newBrowser().signIn(person)).json<Finished>();
    const profile = await newBrowser().call('GET', 'user/profile', { token: String(user?.userToken) });
    expect(statusAndCode(profile)).toEqual([401, 'AuthTokenNotValid']);
    const asked = { token: String(user?.userToken), body: { email: test.steps.newEmail() } };
    expect((await newBrowser().call('POST', 'user/request-email-change', asked)).statusCode).toBe(204);
  });
});
