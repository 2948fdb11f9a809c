import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activationSteps, told } from '../../testing/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../testing/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer } from '../../testing/test-employer.ts';

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

type Sent = { method?: 'GET' | 'POST'; payload?: object; headers?: Record<string, string> };
type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

/** A browser as it behaves: it keeps the cookie that it is given, and sends it with each call. */
class Browser {
  cookie: string | undefined;

  async call(path: string, { method = 'POST', payload, headers = {} }: Sent = {}): Promise<Answer> {
    const answer = await t.app.inject({
      method,
      url: `${v1}/${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...(this.cookie && { cookie: this.cookie }), ...headers },
      ...(payload && { payload }),
    });
    this.cookie = cookieOf(answer)?.split(';')[0] ?? this.cookie;
    return answer;
  }

  async signIn({ email }: { email: string } = owner): Promise<string> {
    return tokenOf(await this.call('login', { payload: { email, password: testPassword } }));
  }

  profile(token: string) {
    return this.call('user/profile', { method: 'GET', headers: { authorization: `Bearer ${token}` } });
  }
}

const cookieOf = ({ headers }: Answer) => [headers['set-cookie']].flat()[0];
const tokenOf = (answer: Answer) => String(answer.headers['set-authorization']);
const withToken = (token: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `${v1}/user/profile`, headers: { authorization: `Bearer ${token}`, ...headers } });

describe('a sign-in from a browser', () => {
  it('gives it a cookie of 32 bytes that no script reads and no other site makes it send', async () => {
    const browser = new Browser();
    const answer = await browser.call('login', { payload: { email: owner.email, password: testPassword } });
    const [pair = '', ...attributes] = cookieOf(answer)?.split('; ') ?? [];
    expect(pair).toMatch(/^__Host-perenne-[0-9a-f]{8}=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect((await browser.profile(tokenOf(answer))).statusCode).toBe(200);
  });

  it('makes a token that is worth nothing without the cookie, in a browser or out of it', async () => {
    const token = await new Browser().signIn();
    expect(told(await withToken(token))).toEqual([401, 'AuthTokenNotValid']);
    expect(told(await withToken(token, { 'sec-fetch-site': 'same-origin' }))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('makes a token that is worth nothing in another browser of the same owner', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const [token, otherToken] = [await mine.signIn(), await other.signIn()];
    expect(mine.cookie).not.toBe(other.cookie);
    expect(told(await other.profile(token))).toEqual([401, 'AuthTokenNotValid']);
    expect(told(await mine.profile(otherToken))).toEqual([401, 'AuthTokenNotValid']);
    expect((await mine.profile(token)).statusCode).toBe(200);
  });

  it('keeps the cookie that the browser has, whoever signs in', async () => {
    const browser = new Browser();
    const first = await browser.signIn();
    const { cookie } = browser;
    await browser.signIn(await makeOwner(t));
    expect(browser.cookie).toBe(cookie);
    expect((await browser.profile(first)).statusCode).toBe(200);
  });

  it('replaces a cookie that is not well formed', async () => {
    const browser = new Browser();
    await browser.signIn();
    const name = browser.cookie?.split('=')[0];
    for (const value of ['', 'short', 'x'.repeat(44), '%00'.repeat(15)]) {
      browser.cookie = `${name}=${value}`;
      const token = await browser.signIn();
      expect(browser.cookie).toMatch(/=[\w-]{43}$/);
      expect((await browser.profile(token)).statusCode).toBe(200);
    }
  });

  it('gives no cookie with a refusal, nor with what issues no token', async () => {
    const refused = await new Browser().call('login', { payload: { email: owner.email, password: 'wrong' } });
    expect(refused.statusCode).toBe(401);
    const browser = new Browser();
    const read = await browser.profile(await browser.signIn());
    for (const answer of [refused, read]) expect(cookieOf(answer)).toBeUndefined();
  });

  it('answers a known and an unknown address alike, headers included', async () => {
    const refusals = await Promise.all(
      [owner.email, 'nobody@example.org'].map((email) =>
        new Browser().call('login', { payload: { email, password: 'wrong' } }),
      ),
    );
    const [known, unknown] = refusals.map(({ body, headers }) => [body, Object.keys(headers).toSorted()]);
    expect(unknown).toEqual(known);
  });
});

describe('the cookie alone', () => {
  it('opens nothing', async () => {
    const browser = new Browser();
    await browser.signIn();
    expect(told(await browser.call('user/profile', { method: 'GET' }))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('a client that is no browser', () => {
  it('gets a token that serves by itself, and no cookie', async () => {
    const payload = { email: owner.email, password: testPassword };
    const answer = await t.app.inject({ method: 'POST', url: `${v1}/login`, payload });
    expect(cookieOf(answer)).toBeUndefined();
    expect((await withToken(tokenOf(answer))).statusCode).toBe(200);
  });
});

describe('a refresh', () => {
  const refresh = (browser: Browser, token: string) =>
    browser.call('auth/refresh-token', { method: 'GET', headers: { authorization: `Bearer ${token}` } });

  it('keeps the binding', async () => {
    const browser = new Browser();
    const { cookie, renewed } = { renewed: tokenOf(await refresh(browser, await browser.signIn())), ...browser };
    expect(told(await withToken(renewed))).toEqual([401, 'AuthTokenNotValid']);
    expect((await withToken(renewed, { cookie: String(cookie) })).statusCode).toBe(200);
  });

  it('is refused without the cookie, and loosens nothing without the header of browsers', async () => {
    const browser = new Browser();
    const token = await browser.signIn();
    const url = `${v1}/auth/refresh-token`;
    const authorization = `Bearer ${token}`;
    expect(told(await t.app.inject({ url, headers: { authorization } }))).toEqual([401, 'AuthTokenNotValid']);
    const plain = await t.app.inject({ url, headers: { authorization, cookie: String(browser.cookie) } });
    expect(told(await withToken(tokenOf(plain)))).toEqual([401, 'AuthTokenNotValid']);
  });
});

describe('every other kind of token that a browser gets', () => {
  it('is bound: activation', async () => {
    const steps = activationSteps(t);
    const { activationCode, lastName, birthDate } = await steps.makePending();
    const browser = new Browser();
    const begun = await browser.call('activation/info', { payload: { activationCode, lastName, birthDate } });
    const { activationToken } = begun.json<{ activationToken: string }>();
    const headers = { authorization: `Bearer ${activationToken}` };
    const ask = { payload: { email: 'maelle@perso.example' }, headers };
    expect(told(await new Browser().call('activation/email/send-code', ask))).toEqual([401, 'AuthTokenNotValid']);
    const stolen = await steps.post('activation/email/send-code', ask.payload, { token: activationToken });
    expect(told(stolen)).toEqual([401, 'AuthTokenNotValid']);
    expect((await browser.call('activation/email/send-code', ask)).statusCode).toBe(204);
  });

  it('is bound: invalid-user', async () => {
    const { safeId, email } = await makeOwner(t, { email: 'zoe@yopmail.com' });
    const browser = new Browser();
    const token = await browser.signIn({ email });
    const cookie = await hashOf(browser);
    expect(await t.platform.tokens.read('invalid', token, { browser: null })).toBeNull();
    expect(await t.platform.tokens.read('invalid', token, { browser: cookie })).toMatchObject({ sub: safeId });
  });

  it('is bound: employer', async () => {
    const { clientId, clientSecret } = await createTestEmployer(t);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await t.app.inject({
      method: 'POST',
      url: '/backend/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: new URLSearchParams(form).toString(),
    });
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`;
    const settings = (headers: Record<string, string>) =>
      t.app.inject({ url: `${v1}/employer/settings`, headers: { authorization, ...headers } });
    expect((await settings({})).statusCode).toBe(401);
    expect((await settings({ cookie: String(cookieOf(answer)?.split(';')[0]) })).statusCode).toBe(200);
  });
});

const hashOf = async ({ cookie = '' }: Browser) => {
  const bytes = new TextEncoder().encode(cookie.split('=')[1]);
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
};

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
    expect(cookieOf(await signIn('Mozilla/5.0 Firefox/140.0'))).toMatch(/^__Host-perenne-.*Secure/);
    const kept = cookieOf(await signIn(safari));
    expect(kept).toMatch(/^perenne-[0-9a-f]{8}=/);
    expect(kept).not.toContain('Secure');
    expect(kept).toContain('HttpOnly');
  });

  it('has another name than that of another instance', async () => {
    const names = [await signIn('x'), await new Browser().call('login', { payload: { ...pick(owner) } })].map(
      (answer) => cookieOf(answer)?.split('=')[0],
    );
    expect(new Set(names).size).toBe(2);
  });
});

const pick = ({ email, password }: TestOwner) => ({ email, password });
