import { generateKeyPair, SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';
import { createTestApp } from '../../../testing/test-app.ts';

let test: FederatedTest | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

type Options = NonNullable<Parameters<typeof createFederatedTest>[0]>;
type Tamper = (body: string) => Promise<{ body: string; type?: string }>;

/** Answers of that call are changed on their way. */
const tampering = (path: string, tamper: Tamper): Options => ({
  fetch: async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    if (!url.endsWith(path)) return answer;
    const { body, type } = await tamper(await answer.text());
    const headers = { 'content-type': type ?? answer.headers.get('content-type') ?? '' };
    return new Response(body, { status: answer.status, headers });
  },
});

async function signInWith(options: Options) {
  test = await createFederatedTest(options);
  return new FederationBrowser(test).signIn(test.makePerson({}));
}

const refused = [422, 'FranceConnectError'];

/** Signed by somebody else, under the name of the federation's own key. */
async function resigned(token: string, change: object): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const { alg, kid } = decodeProtectedHeader(token);
  const header = { alg: String(alg), ...(kid !== undefined && { kid }) };
  return new SignJWT({ ...decodeJwt(token), ...change }).setProtectedHeader(header).sign(privateKey);
}

const other = { email: 'victim@example.org' };

function edited(token: string, change: object): string {
  const [head, , signature] = token.split('.');
  const body = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...change })).toString('base64url');
  return `${head}.${body}.${signature}`;
}

describe('a userinfo is refused', () => {
  it.each<[string, Tamper]>([
    ['when its claims were changed', async (token) => ({ body: edited(token, other) })],
    ['when somebody else has signed it', async (token) => ({ body: await resigned(token, other) })],
    [
      'when it is not signed',
      async (token) => ({
        body: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
      }),
    ],
    [
      'when it is plain JSON',
      async (token) => ({ body: JSON.stringify({ ...decodeJwt(token), ...other }), type: 'application/json' }),
    ],
  ])('%s', async (_what, tamper) => {
    expect(statusAndCode(await signInWith(tampering('/userinfo', tamper)))).toEqual(refused);
  });

  it('and taken as the federation signed it', async () => {
    const answer = await signInWith(tampering('/userinfo', async (body) => ({ body })));
    expect(answer.statusCode).toBe(200);
  });
});

it.each<[string, (token: string) => Promise<string>]>([
  ['its claims were changed', async (token) => edited(token, { acr: 'eidas3' })],
  ['somebody else has signed it', (token) => resigned(token, {})],
])('an id token is refused when %s', async (_what, change) => {
  const options = tampering('/token', async (body) => {
    const answer = JSON.parse(body) as { id_token: string };
    return { body: JSON.stringify({ ...answer, id_token: await change(answer.id_token) }) };
  });
  expect(statusAndCode(await signInWith(options))).toEqual(refused);
});

describe('an id token that the federation’s own key has signed', () => {
  const now = Math.floor(Date.now() / 1000);
  const signInWithClaims = (claims: object) =>
    signInWith(
      tampering('/token', async (body) => {
        const answer = JSON.parse(body) as { id_token: string };
        const idToken = await test?.signAgain(answer.id_token, claims);
        return { body: JSON.stringify({ ...answer, id_token: idToken }) };
      }),
    );

  it.each<[string, object]>([
    ['another audience', { aud: 'another-client' }],
    ['several audiences, given to another of them', { aud: ['perenne', 'another-client'], azp: 'another-client' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined }],
    ['an end that is past', { iat: now - 7_200, exp: now - 3_600 }],
    ['no end', { exp: undefined }],
    ['another nonce', { nonce: 'n'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
  ])('is refused with %s', async (_what, claims) => {
    expect(statusAndCode(await signInWithClaims(claims))).toEqual(refused);
  });

  it('is taken where no claim was changed', async () => {
    expect((await signInWithClaims({})).statusCode).toBe(200);
  });
});

it('a sign-in that is less sure than was asked for is refused', async () => {
  test = await createFederatedTest({ settings: { acr: 'eidas2' } });
  const browser = new FederationBrowser(test);
  const url = await browser.begin();
  expect(url.searchParams.get('acr_values')).toBe('eidas2');
  url.searchParams.set('acr_values', 'eidas1');
  expect(statusAndCode(await browser.finish(await browser.signInThere(url, test.makePerson({}))))).toEqual(refused);
});

it('PKCE is a setting, which FranceConnect refuses', async () => {
  test = await createFederatedTest({ settings: { pkce: true } });
  const browser = new FederationBrowser(test);
  const url = await browser.begin();
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  expect((await browser.visit(url)).status).toBe(400);
});

describe('a federation that is down', () => {
  const unavailable = [503, 'ServiceUnavailable'];

  it('stops no start, is told as unavailable, and serves again once it is back', async () => {
    let isDown = true;
    test = await createFederatedTest({
      fetch: async (url, init) => {
        if (isDown) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
        return fetch(url, init as RequestInit);
      },
    });
    const browser = new FederationBrowser(test);
    expect(statusAndCode(await browser.call('GET', 'auth/franceconnect/init'))).toEqual(unavailable);
    isDown = false;
    const query = await browser.comeBack(test.makePerson({}));
    isDown = true;
    expect(statusAndCode(await browser.finish(query))).toEqual(unavailable);
    // The code that it gave still serves, once.
    isDown = false;
    expect((await browser.finish(query)).statusCode).toBe(200);
    expect(statusAndCode(await browser.finish(query))).toEqual(refused);
  });

  it.each([500, 502, 503])('is told as unavailable when it answers %d', async (status) => {
    test = await createFederatedTest({ fetch: async () => new Response('', { status }) });
    const answer = await new FederationBrowser(test).call('GET', 'auth/franceconnect/init');
    expect(statusAndCode(answer)).toEqual(unavailable);
  });

  it('is nothing that the log tells of a person', async () => {
    const answer = await signInWith(tampering('/userinfo', async (token) => ({ body: edited(token, other) })));
    expect(statusAndCode(answer)).toEqual(refused);
    expect(test?.logged.join('')).not.toContain('victim@example.org');
    expect(test?.logged.join('')).toContain('an answer of the federation was refused');
  });
});

it('an installation without a federation says so', async () => {
  const alone = await createTestApp();
  expect((await alone.app.inject('/runtime_conf.json')).json()).toMatchObject({ franceConnect: false });
  expect((await alone.app.inject('/backend/api/v1/auth/franceconnect/init')).statusCode).toBe(503);
  await alone.close();
});
