import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { federatedSteps } from '../../../testing/people/federated-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  locationOf,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';

const minute = 60_000;

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
  await test.startWorker();
});
afterAll(() => test.close());

type Linked = {
  owner: TestOwner;
  browser: FederationBrowser;
  token: string;
  person: { login: string; password: string; sub: string };
};

/** An owner who is signed in through the federation. */
async function makeFederated(): Promise<Linked> {
  const linked = await federatedSteps(test).makeLinked();
  return { ...linked, token: String((await linked.browser.signIn(linked.person)).headers['set-authorization']) };
}

const logoutUrlOf = ({ body }: { body: string }) => new URL((JSON.parse(body) as { logoutUrl: string }).logoutUrl);

/** Through the page of the federation, which sends itself. */
async function signOutThere(browser: FederationBrowser, logoutUrl: URL): Promise<URL> {
  const page = await (await browser.visit(logoutUrl)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  return locationOf(await browser.visit(action, { xsrf, logout: 'yes' }), logoutUrl);
}

describe('signing out through the federation', () => {
  it('ends the session there, comes back with the state, and is told once to the browser that went', async () => {
    const { browser, token } = await makeFederated();
    const logoutUrl = logoutUrlOf(await browser.call('GET', 'auth/franceconnect/logout', { token }));
    expect([...logoutUrl.searchParams.keys()].toSorted()).toEqual(
      ['id_token_hint', 'post_logout_redirect_uri', 'state'].toSorted(),
    );
    const back = await signOutThere(browser, logoutUrl);
    expect(`${back.origin}${back.pathname}`).toBe('https://safe.example/login');
    const path = `/login${back.search}`;
    const elsewhere = await new FederationBrowser(test).call('GET', path);
    expect([elsewhere.statusCode, elsewhere.headers['location']]).toEqual([303, '/login']);
    const mine = await browser.call('GET', path);
    expect([mine.statusCode, mine.headers['location']]).toEqual([303, '/login?reason=signedOut']);
    expect((await browser.call('GET', path)).headers['location']).toBe('/login');
  });

  it('is told as it was asked for: of every device', async () => {
    const { browser, token } = await makeFederated();
    const path = 'auth/franceconnect/logout?reason=signedOutEverywhere';
    const back = await signOutThere(browser, logoutUrlOf(await browser.call('GET', path, { token })));
    const mine = await browser.call('GET', `/login${back.search}`);
    expect(mine.headers['location']).toBe('/login?reason=signedOutEverywhere');
    expect(statusAndCode(await browser.call('GET', 'auth/franceconnect/logout?reason=closing', { token }))).toEqual([
      400,
      'InvalidRequest',
    ]);
  });

  it('refuses a state that was never given', async () => {
    const { browser, token } = await makeFederated();
    await browser.call('GET', 'auth/franceconnect/logout', { token });
    expect((await browser.call('GET', '/login?state=another')).headers['location']).toBe('/login');
  });

  it('is nothing for a session that was opened by the password', async () => {
    const { token } = await makeOwner(test);
    const answer = await new FederationBrowser(test).call('GET', 'auth/franceconnect/logout', { token });
    expect(statusAndCode(answer)).toEqual([422, 'FranceConnectError']);
  });

  it.each(['id_token_hint', 'post_logout_redirect_uri', 'state'])('is refused there without %s', async (name) => {
    const { browser, token } = await makeFederated();
    const logoutUrl = logoutUrlOf(await browser.call('GET', 'auth/franceconnect/logout', { token }));
    logoutUrl.searchParams.delete(name);
    expect((await browser.visit(logoutUrl)).status).toBe(400);
  });

  it('is refused there for another page to come back to', async () => {
    const { browser, token } = await makeFederated();
    const logoutUrl = logoutUrlOf(await browser.call('GET', 'auth/franceconnect/logout', { token }));
    logoutUrl.searchParams.set('post_logout_redirect_uri', 'https://other.example/login');
    expect((await browser.visit(logoutUrl)).status).toBe(400);
  });
});

describe('a federated owner', () => {
  const profile = {
    ...{ firstName: 'Camille', lastName: 'Renaudin', birthDate: '1988-04-12', phone: '06 39 98 01 12', city: 'Lyon' },
  };

  it.each([
    ['firstName', 'Zoé'],
    ['lastName', 'Dupont'],
    ['birthDate', '1988-04-13'],
  ])('cannot write %s, and writes the rest', async (field, value) => {
    const { browser, token } = await makeFederated();
    const refused = await browser.call('PUT', 'user', { token, body: { ...profile, [field]: value } });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { status: 403, errors: [{ code: 'Forbidden', field }] },
    ]);
    const written = await browser.call('PUT', 'user', { token, body: profile });
    expect(written.json()).toMatchObject({ city: 'Lyon', federated: true });
  });

  it('cannot change the password', async () => {
    const { browser, token } = await makeFederated();
    const password = 'Girafe-Polaire-35!!';
    const body = { currentPassword: testPassword, password, confirmation: password };
    expect(statusAndCode(await browser.call('PUT', 'user/password', { token, body }))).toEqual([403, 'Forbidden']);
  });
});

describe('deactivating the federation', () => {
  const deactivate = ({ browser, token }: Linked, body: object) =>
    browser.call('POST', 'auth/franceconnect/deactivate', { token, body });

  const isIn = async (token: string) =>
    (await new FederationBrowser(test).call('GET', 'user/profile', { token })).statusCode === 200;

  it('takes the password, ends every session, and is told to the owner and the journal', async () => {
    const linked = await makeFederated();
    test.clock.advance(10 * minute);
    expect(statusAndCode(await deactivate(linked, { password: 'wrong' }))).toEqual([422, 'InvalidUserPassword']);
    const answer = await deactivate(linked, { password: testPassword });
    expect(answer.statusCode).toBe(200);
    expect(logoutUrlOf(answer).pathname).toBe('/api/v2/session/end');
    expect([await isIn(linked.token), await isIn(linked.owner.token)]).toEqual([false, false]);
    const { owner, person } = linked;
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === owner.email && subject.includes('désactivé')),
    );
    expect(mail.text).toContain('FranceConnect');
    const body = { email: owner.email, password: testPassword };
    const again = await new FederationBrowser(test).call('POST', 'login', { body });
    const token = String(again.headers['set-authorization']);
    const journal = await new FederationBrowser(test).call('GET', 'user/journal?kind=federation', { token });
    const entries = journal.json<{ items: Array<{ action: string; result: string }> }>().items;
    expect(entries.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'federation.unlinked done',
      'federation.unlinked refused',
      'federation.linked done',
    ]);
    const { user } = (await linked.browser.signIn(person)).json<{ user: { userToken?: string } }>();
    expect(user.userToken).toBeUndefined();
  });

  it('takes nothing within ten minutes of a federated sign-in, and comes back signed out there too, told why', async () => {
    const linked = await makeFederated();
    test.clock.advance(9 * minute);
    const back = await signOutThere(linked.browser, logoutUrlOf(await deactivate(linked, {})));
    expect(back.pathname).toBe('/login');
    expect((await linked.browser.call('GET', `/login${back.search}`)).headers['location']).toBe(
      '/login?reason=federationDeactivated',
    );
  });

  it('is not undone by the sign-in that the browser has come back with', async () => {
    const linked = await makeFederated();
    expect((await deactivate(linked, {})).statusCode).toBe(200);
    const body = { email: linked.owner.email, password: testPassword, franceConnectSub: linked.person.sub };
    const signedIn = await linked.browser.call('POST', 'login', { body });
    const token = String(signedIn.headers['set-authorization']);
    const read = await linked.browser.call('GET', 'user/profile', { token });
    expect(read.json()).toMatchObject({ federated: false });
  });

  it('asks for the password after ten minutes, and in a session that the password opened', async () => {
    const linked = await makeFederated();
    const refused = [422, 'InvalidUserPassword'];
    expect(statusAndCode(await deactivate({ ...linked, token: linked.owner.token }, {}))).toEqual(refused);
    test.clock.advance(10 * minute);
    expect(statusAndCode(await deactivate(linked, {}))).toEqual(refused);
    expect(await isIn(linked.token)).toBe(true);
    const byPassword = { ...linked, token: linked.owner.token };
    const answer = await deactivate(byPassword, { password: testPassword });
    expect(answer.json()).toEqual({ logoutUrl: 'https://safe.example/login' });
  });

  it('is nothing for who is not linked', async () => {
    const { token } = await makeOwner(test);
    const answer = await deactivate({ browser: new FederationBrowser(test), token } as Linked, {});
    expect(statusAndCode(answer)).toEqual([422, 'FranceConnectError']);
  });
});
