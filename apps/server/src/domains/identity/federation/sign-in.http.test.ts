import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/makers.ts';
import {
  createFederatedTest,
  FederationBrowser,
  locationOf,
  type FederatedTest,
} from '../../../testing/federation-browser.ts';
import { told, waitFor } from '../../../testing/activation-steps.ts';
import { secondFactorSteps } from '../../../testing/second-factor-steps.ts';

const minute = 60_000;
const refused = [422, 'FranceConnectError'];

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
  await test.startWorker();
});
afterAll(() => test.close());

const newBrowser = () => new FederationBrowser(test);

type Finished = {
  user?: { sub: string; userToken?: string; secondFactor?: { signInId: string }; edpUserV2?: { loginUrl: string } };
  notActivatedUser?: { notActivatedUserToken: string; sub: string; email: string };
};

const login = (browser: FederationBrowser, owner: TestOwner, franceConnectSub?: string) =>
  browser.call('POST', 'login', {
    body: { email: owner.email, password: testPassword, ...(franceConnectSub !== undefined && { franceConnectSub }) },
  });

/** An owner whose identity is linked, and the browser that it was linked in. */
async function makeLinked() {
  const owner = await makeOwner(test);
  const person = test.makePerson({ email: owner.email });
  const browser = newBrowser();
  await browser.signIn(person);
  const linked = await login(browser, owner, person.sub);
  expect([linked.statusCode, linked.json()]).toEqual([200, {}]);
  return { owner, person, browser, token: String(linked.headers['set-authorization']) };
}

const actionsOf = async (token: string): Promise<string[]> => {
  const answer = await newBrowser().call('GET', 'user/journal?limit=200', { token });
  return answer.json<{ items: Array<{ action: string }> }>().items.map(({ action }) => action);
};

const isFederated = async (token: string) =>
  (await newBrowser().call('GET', 'user/profile', { token })).json<{ federated: boolean }>().federated;

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
    const { person } = await makeLinked();
    const answer = await newBrowser().signIn(person);
    const { user } = answer.json<Finished>();
    expect(user).toEqual({ sub: person.sub, userToken: answer.headers['set-authorization'] });
    expect(await isFederated(String(user?.userToken))).toBe(true);
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
    const steps = secondFactorSteps(test);
    const { secret } = await steps.addTotp(owner);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    const { secondFactor } = (await login(browser, owner, person.sub)).json<{ secondFactor: { signInId: string } }>();
    const give = (signInId: string) => {
      test.clock.advance(30_000);
      const body = { signInId, method: 'TOTP', code: steps.codeOf(secret) };
      return browser.call('POST', 'login/second-factor', { body });
    };
    const given = await give(secondFactor.signInId);
    expect([given.statusCode, given.json()]).toEqual([200, {}]);
    expect(await isFederated(String(given.headers['set-authorization']))).toBe(true);
    const { user } = (await browser.signIn(person)).json<Finished>();
    expect(user).toMatchObject({ sub: person.sub, secondFactor: { methods: ['TOTP', 'RECOVERY_CODE'] } });
    expect(user?.userToken).toBeUndefined();
    const entered = await give(String(user?.secondFactor?.signInId));
    const out = await browser.call('GET', 'auth/franceconnect/logout', {
      token: String(entered.headers['set-authorization']),
    });
    expect(out.statusCode).toBe(200);
  });

  it('refuses an account that is locked, and says so in its journal', async () => {
    const { person, owner, token } = await makeLinked();
    for (let count = 0; count < 10; count += 1)
      await newBrowser().call('POST', 'login', { body: { email: owner.email, password: 'wrong' } });
    expect(told(await newBrowser().signIn(person))).toEqual([403, 'AccountLocked']);
    expect((await actionsOf(token))[0]).toBe('session.refused');
  });

  it('sends the owner of an account of another version there', async () => {
    const { person, owner } = await makeLinked();
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
    const { person, owner } = await makeLinked();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ email_verified_at: null }).where('safe_id', '=', owner.safeId).execute();
    const { user } = (await newBrowser().signIn(person)).json<Finished>();
    const profile = await newBrowser().call('GET', 'user/profile', { token: String(user?.userToken) });
    expect(told(profile)).toEqual([401, 'AuthTokenNotValid']);
    const asked = { token: String(user?.userToken), body: { email: test.steps.newEmail() } };
    expect((await newBrowser().call('POST', 'user/request-email-change', asked)).statusCode).toBe(204);
  });
});

describe('what comes back from the federation is refused', () => {
  it('when the person cancels there', async () => {
    const browser = newBrowser();
    const query = await browser.answer(await browser.begin(), { answer: 'cancel' });
    expect(query.get('error')).toBe('access_denied');
    expect(told(await browser.finish(query))).toEqual(refused);
  });

  it('when it is an error', async () => {
    const browser = newBrowser();
    const state = String((await browser.begin()).searchParams.get('state'));
    expect(told(await browser.finish({ error: 'server_error', state }))).toEqual(refused);
  });

  it('with a state that was never given, or none', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(told(await browser.finish({ ...Object.fromEntries(query), state: 'another' }))).toEqual(refused);
    query.delete('state');
    expect(told(await browser.finish(query))).toEqual(refused);
  });

  it('without the cookie, or with that of another browser', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    const other = newBrowser();
    expect(told(await other.finish(query))).toEqual(refused);
    await other.begin();
    expect(told(await other.finish(query))).toEqual(refused);
    // Nothing of that used it up.
    expect((await browser.finish(query)).statusCode).toBe(200);
  });

  it('a second time', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    const answers = await Promise.all([browser.finish(query), browser.finish(query)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(told(await browser.finish(query))).toEqual(refused);
  });

  it('after ten minutes', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    test.clock.advance(10 * minute);
    expect(told(await browser.finish(query))).toEqual(refused);
  });

  it('with a code that the federation does not know', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(told(await browser.finish({ ...Object.fromEntries(query), code: 'x'.repeat(43) }))).toEqual(refused);
  });

  it('with another nonce than the one that was asked for', async () => {
    const browser = newBrowser();
    const url = await browser.begin();
    url.searchParams.set('nonce', 'n'.repeat(43));
    expect(told(await browser.finish(await browser.signInThere(url, test.makePerson({}))))).toEqual(refused);
  });

  it('from another issuer', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(told(await browser.finish({ ...Object.fromEntries(query), iss: 'https://other.example' }))).toEqual(refused);
  });

  it('is finished without the issuer, which a page need not tell', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    query.delete('iss');
    expect((await browser.finish(query)).statusCode).toBe(200);
  });
});

describe('linking at sign-in', () => {
  it('links what this browser has just completed, tells the owner, and the journal', async () => {
    const { owner, token } = await makeLinked();
    expect(await isFederated(token)).toBe(true);
    expect(await actionsOf(token)).toContain('federation.linked');
    const subject = 'FranceConnect est activé sur votre coffre-fort';
    const mail = await waitFor(() => test.mails.find((each) => each.to === owner.email && each.subject === subject));
    expect(mail.text).toContain('https://safe.example/account/france-connect');
  });

  it.each([
    ['e-mail', { email: 'elsewhere@example.org' }],
    ['birth date', { birthDate: '1988-04-13' }],
  ])('links nothing where the %s differs, and warns', async (_what, other) => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email, ...other });
    const browser = newBrowser();
    await browser.signIn(person);
    const answer = await login(browser, owner, person.sub);
    expect([answer.statusCode, answer.json()]).toEqual([200, { warnings: ['FranceConnectError'] }]);
    expect(await isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('links nothing by a sub that this browser has not completed', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const elsewhere = newBrowser();
    await elsewhere.signIn(person);
    const browser = newBrowser();
    await browser.signIn(test.makePerson({}));
    for (const [by, sub] of [
      [browser, person.sub],
      [newBrowser(), person.sub],
      [elsewhere, 'another-sub'],
    ] as const) {
      const answer = await login(by, owner, sub);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await isFederated(String(answer.headers['set-authorization']))).toBe(false);
    }
  });

  it('links nothing after ten minutes', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    test.clock.advance(10 * minute);
    const answer = await login(browser, owner, person.sub);
    expect(answer.json()).toEqual({});
    expect(await isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('links nothing once the owner has signed out of that browser', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    await browser.call('POST', 'auth/logout', { token: owner.token });
    expect(browser.ourCookies()).not.toContain('__Host-perenne-fc-return');
    const answer = await login(browser, owner, person.sub);
    expect(await isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('gives an identity to one safe only', async () => {
    const { person, browser } = await makeLinked();
    const other = await makeOwner(test);
    await browser.signIn(person);
    const answer = await login(browser, other, person.sub);
    expect(answer.json()).toEqual({ warnings: ['FranceConnectError'] });
  });
});

describe('the stand-in is as strict as FranceConnect', () => {
  const asked = async (change: (query: URLSearchParams) => void) => {
    const browser = newBrowser();
    const url = await browser.begin();
    change(url.searchParams);
    const response = await browser.visit(url);
    return { status: response.status, html: await response.text(), policy: response.headers };
  };

  it.each([
    ['code_challenge', 'x'.repeat(43)],
    ['response_mode', 'query'],
    ['anything', '1'],
  ])('and refuses the parameter %s', async (name, value) => {
    const { status, html } = await asked((query) => query.set(name, value));
    expect(status).toBe(400);
    expect(html).toContain(`${name}: unknown parameter`);
  });

  it.each(['state', 'nonce', 'acr_values', 'scope', 'redirect_uri'])('and requires %s', async (name) => {
    const { status, html } = await asked((query) => query.delete(name));
    expect([status, html.includes(`${name}: missing parameter`)]).toEqual([400, true]);
  });

  it.each([
    ['nonce', 'n'.repeat(21)],
    ['acr_values', 'eidas2'],
    ['scope', 'openid address'],
    ['redirect_uri', 'https://other.example/france-connect'],
  ])('and refuses a wrong %s', async (name, value) => {
    expect((await asked((query) => query.set(name, value))).status).toBe(400);
  });

  it('shows pages under a strict policy, in the language of the browser, and tells a wrong password', async () => {
    const browser = newBrowser();
    const url = await browser.begin();
    const page = locationOf(await browser.visit(url), url);
    const french = await browser.visit(page);
    expect(french.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(french.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await french.text();
    expect(html).toContain('<html lang="fr">');
    expect(html).not.toMatch(/<style|style="|<script>/);
    const wrong = await browser.visit(page, { login: '"><b>', password: 'x', answer: 'sign-in' });
    const said = await wrong.text();
    expect([wrong.status, said.includes('role="alert"'), said.includes('"><b>')]).toEqual([401, true, false]);
    expect((await newBrowser().visit(page)).status).toBe(410);
  });
});
