import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activationSteps, statusAndCode } from '../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser, tokenOf, type Answer } from '../../testing/test-browser.ts';
import { createTestEmployer } from '../../testing/people/test-employer.ts';

const v1 = '/backend/api/v1';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ settings: { corsOrigins: ['https://other.safe.example'] } });
});
beforeEach(async () => {
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const newBrowser = () => new TestBrowser(t);
const session = /^__Host-perenne-[0-9a-f]{8}$/;
const named = (answer: Answer, name: RegExp) => answer.cookies.find((cookie) => name.test(cookie.name));
const linesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat();
const withToken = (token: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `${v1}/user/profile`, headers: { authorization: `Bearer ${token}`, ...headers } });

describe('a sign-in from a browser', () => {
  it('gives it cookies that no script reads and no other site makes it send', async () => {
    const browser = newBrowser();
    const answer = await browser.login(owner.email);
    const [bound = '', known = '', ...others] = linesOf(answer);
    expect(bound).toMatch(/^__Host-perenne-[0-9a-f]{8}=[\w-]{43};/);
    expect(known).toMatch(/^__Host-perenne-known-[0-9a-f]{8}=[\w-]+;/);
    expect(others).toEqual([]);
    for (const line of [bound, known]) {
      const [, ...attributes] = line.split('; ');
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict', 'Secure']);
    }
    expect((await browser.profile(tokenOf(answer))).statusCode).toBe(200);
  });

  it('makes a token that is worth nothing without the cookie, in a browser or out of it', async () => {
    const token = await newBrowser().signIn(owner.email);
    expect(statusAndCode(await withToken(token))).toEqual([401, 'AuthTokenNotValid']);
    expect(statusAndCode(await withToken(token, { 'sec-fetch-site': 'same-origin' }))).toEqual([
      401,
      'AuthTokenNotValid',
    ]);
  });

  it('makes a token that is worth nothing in another browser of the same owner', async () => {
    const [mine, other] = [newBrowser(), newBrowser()];
    const [token, otherToken] = [await mine.signIn(owner.email), await other.signIn(owner.email)];
    expect(mine.cookie(session)).not.toBe(other.cookie(session));
    expect(statusAndCode(await other.profile(token))).toEqual([401, 'AuthTokenNotValid']);
    expect(statusAndCode(await mine.profile(otherToken))).toEqual([401, 'AuthTokenNotValid']);
    expect((await mine.profile(token)).statusCode).toBe(200);
  });

  it('renews the cookie, so that one which was copied before opens nothing after', async () => {
    const browser = newBrowser();
    const first = await browser.signIn(owner.email);
    const copied = browser.cookieHeader();
    const second = await browser.signIn(owner.email);
    expect((await browser.profile(second)).statusCode).toBe(200);
    expect(statusAndCode(await withToken(second, { ...copied }))).toEqual([401, 'AuthTokenNotValid']);
    expect(statusAndCode(await browser.profile(first))).toEqual([401, 'AuthTokenNotValid']);
  });

  it.each([
    ['signing out', 'POST', 'auth/logout', undefined],
    ['signing out everywhere', 'DELETE', 'auth/sessions', undefined],
    ['closing the safe', 'DELETE', 'user', { password: testPassword, acknowledged: true }],
  ] as const)(
    '%s takes the cookie away, and leaves the one that knows the browser',
    async (_how, method, path, payload) => {
      const browser = newBrowser();
      const authorization = `Bearer ${await browser.signIn(owner.email)}`;
      const out = await browser.call(path, { method, headers: { authorization }, ...(payload && { payload }) });
      expect(out.statusCode).toBe(204);
      expect(named(out, session)).toMatchObject({ value: '', path: '/', httpOnly: true, secure: true });
      expect(browser.cookie(session)).toBeUndefined();
      expect(browser.cookie(/-known-/)).toBeDefined();
    },
  );

  it('replaces a cookie that is not well formed', async () => {
    const browser = newBrowser();
    await browser.signIn(owner.email);
    const [name = ''] = [...browser.cookies.keys()].filter((held) => session.test(held));
    for (const value of ['', 'short', 'x'.repeat(44), '%00'.repeat(15)]) {
      browser.cookies.set(name, value);
      const token = await browser.signIn(owner.email);
      expect(browser.cookie(session)).toMatch(/^[\w-]{43}$/);
      expect((await browser.profile(token)).statusCode).toBe(200);
    }
  });

  it('gives no cookie with a refusal, nor with what issues no token', async () => {
    const refused = await newBrowser().login(owner.email, 'wrong');
    expect(refused.statusCode).toBe(401);
    const browser = newBrowser();
    const read = await browser.profile(await browser.signIn(owner.email));
    for (const answer of [refused, read]) expect(linesOf(answer)).toEqual([]);
  });

  it('answers a known and an unknown address alike, headers included', async () => {
    const refusals = await Promise.all(
      [owner.email, 'nobody@example.org'].map((email) => newBrowser().login(email, 'wrong')),
    );
    const [known, unknown] = refusals.map(({ body, headers }) => [body, Object.keys(headers).toSorted()]);
    expect(unknown).toEqual(known);
  });
});

describe('the cookies alone', () => {
  it('open nothing', async () => {
    const browser = newBrowser();
    await browser.signIn(owner.email);
    expect(statusAndCode(await browser.call('user/profile', { method: 'GET' }))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('a client that is no browser', () => {
  it('gets a token that serves by itself, and no cookie', async () => {
    const payload = { email: owner.email, password: testPassword };
    const answer = await t.app.inject({ method: 'POST', url: `${v1}/login`, payload });
    expect(linesOf(answer)).toEqual([]);
    expect((await withToken(tokenOf(answer))).statusCode).toBe(200);
  });
});

describe('a refresh', () => {
  const refresh = (browser: TestBrowser, token: string) =>
    browser.call('auth/refresh-token', { method: 'GET', headers: { authorization: `Bearer ${token}` } });

  it('keeps the binding', async () => {
    const browser = newBrowser();
    const renewed = tokenOf(await refresh(browser, await browser.signIn(owner.email)));
    expect(statusAndCode(await withToken(renewed))).toEqual([401, 'AuthTokenNotValid']);
    expect((await browser.profile(renewed)).statusCode).toBe(200);
  });

  it('is refused without the cookie, and loosens nothing without the header of browsers', async () => {
    const browser = newBrowser();
    const token = await browser.signIn(owner.email);
    const url = `${v1}/auth/refresh-token`;
    const authorization = `Bearer ${token}`;
    expect(statusAndCode(await t.app.inject({ url, headers: { authorization } }))).toEqual([401, 'AuthTokenNotValid']);
    const plain = await t.app.inject({ url, headers: { authorization, ...browser.cookieHeader() } });
    expect(plain.statusCode).toBe(204);
    expect(statusAndCode(await withToken(tokenOf(plain)))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('every other kind of token that a browser gets', () => {
  it('is bound: activation', async () => {
    const steps = activationSteps(t);
    const { activationCode, lastName, birthDate } = await steps.makePending();
    const browser = newBrowser();
    const begun = await browser.call('activation/info', { payload: { activationCode, lastName, birthDate } });
    const { activationToken } = begun.json<{ activationToken: string }>();
    const headers = { authorization: `Bearer ${activationToken}` };
    const ask = { payload: { email: 'maelle@perso.example' }, headers };
    expect(statusAndCode(await newBrowser().call('activation/email/send-code', ask))).toEqual([
      401,
      'AuthTokenNotValid',
    ]);
    const stolen = await steps.post('activation/email/send-code', ask.payload, { token: activationToken });
    expect(statusAndCode(stolen)).toEqual([401, 'AuthTokenNotValid']);
    expect((await browser.call('activation/email/send-code', ask)).statusCode).toBe(204);
  });

  it('is bound: invalid-user', async () => {
    const { safeId, email } = await makeOwner(t, { email: 'zoe@yopmail.com' });
    const browser = newBrowser();
    const token = await browser.signIn(email);
    const cookie = await hashOf(browser.cookie(/-browser-/) ?? '');
    expect(await t.platform.tokens.read('invalid', token, { browser: null })).toBeNull();
    expect(await t.platform.tokens.read('invalid', token, { browser: cookie })).toMatchObject({ sub: safeId });
  });

  it('is bound: employer', async () => {
    const { clientId, clientSecret } = await createTestEmployer(t);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await t.app.inject({
      method: 'POST',
      url: '/backend/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams(form).toString(),
    });
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`;
    const settings = (headers: Record<string, string>) =>
      t.app.inject({ url: `${v1}/employer/settings`, headers: { authorization, ...headers } });
    expect((await settings({})).statusCode).toBe(401);
    expect((await settings({ cookie: String(linesOf(answer)[0]?.split(';')[0]) })).statusCode).toBe(200);
  });
});

const hashOf = async (cookie: string) => {
  const bytes = new TextEncoder().encode(cookie);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
};

describe('a page of another site', () => {
  /** A top-level form: the cookies are Strict, and stay behind. */
  const formOf = (browser: TestBrowser, path: string, sent: { payload?: object; headers?: Record<string, string> }) =>
    browser.call(path, { ...sent, headers: { 'sec-fetch-site': 'cross-site', cookie: '', ...sent.headers } });

  it('replaces no cookie of the browser, so that what it has begun goes on', async () => {
    const steps = activationSteps(t);
    const { activationCode, lastName, birthDate } = await steps.makePending();
    const browser = newBrowser();
    const begun = await browser.call('activation/info', { payload: { activationCode, lastName, birthDate } });
    const { activationToken } = begun.json<{ activationToken: string }>();
    const crossed = await formOf(browser, 'login/passkey/begin', {});
    expect(linesOf(crossed)).toEqual([]);
    const headers = { authorization: `Bearer ${activationToken}` };
    const ask = { payload: { email: 'maelle@perso.example' }, headers };
    expect((await browser.call('activation/email/send-code', ask)).statusCode).toBe(204);
  });

  it('gives none either with a token, which then serves nobody', async () => {
    const { clientId, clientSecret } = await createTestEmployer(t);
    const answer = await t.app.inject({
      method: 'POST',
      url: '/backend/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    });
    expect([answer.statusCode, linesOf(answer)]).toEqual([200, []]);
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`;
    const settings = await t.app.inject({ url: `${v1}/employer/settings`, headers: { authorization } });
    expect(settings.statusCode).toBe(401);
    const entered = await formOf(newBrowser(), 'login', { payload: { email: owner.email, password: testPassword } });
    expect([entered.statusCode, linesOf(entered)]).toEqual([200, []]);
    expect((await withToken(tokenOf(entered))).statusCode).toBe(401);
  });
});

describe('a page of another configured origin', () => {
  it('may send the cookie, which travels within one site only', async () => {
    const answer = await t.app.inject({ url: '/health', headers: { origin: 'https://other.safe.example' } });
    expect(answer.headers['access-control-allow-origin']).toBe('https://other.safe.example');
    expect(answer.headers['access-control-allow-credentials']).toBe('true');
  });

  it('may send nothing when it is not configured', async () => {
    const { headers } = await t.app.inject({ url: '/health', headers: { origin: 'https://evil.example' } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('on a machine’s own http', () => {
  let local: TestApp;
  beforeAll(async () => {
    local = await createTestApp({ publicUrl: 'http://localhost:3999' });
  });
  afterAll(() => local.close());

  const signIn = async (agent: string) => {
    const { email } = await makeOwner(local);
    return local.app.inject({
      method: 'POST',
      url: `${v1}/login`,
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': agent },
      payload: { email, password: testPassword },
    });
  };

  it('is Secure as elsewhere, but for Safari, which keeps no such cookie there', async () => {
    for (const line of linesOf(await signIn('Mozilla/5.0 Firefox/140.0')))
      expect(line).toMatch(/^__Host-perenne-.*Secure/);
    const kept = linesOf(await signIn(safari));
    expect(kept).toHaveLength(2);
    for (const line of kept) {
      expect(line).toMatch(/^perenne-(known-)?[0-9a-f]{8}=/);
      expect(line).not.toContain('Secure');
      expect(line).toContain('HttpOnly');
    }
  });

  it('has another name than that of another instance', async () => {
    const names = [await signIn('x'), await newBrowser().login(owner.email)].map(
      (answer) => linesOf(answer)[0]?.split('=')[0],
    );
    expect(new Set(names).size).toBe(2);
  });
});
