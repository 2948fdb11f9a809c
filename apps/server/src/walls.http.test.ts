import type { Endpoint, TokenKind } from '@perenne/contract/endpoint';
import { endpoints } from '@perenne/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from './platform/identifiers.ts';
import type { OwnKind } from './platform/tokens/tokens.ts';
import { alteredToken } from './testing/files/altered.ts';
import { makeOwner, type TestOwner } from './testing/people/makers.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const refused = { status: 401, errors: [{ code: 'AuthTokenNotValid' }] };
const kinds: readonly OwnKind[] = [
  'auth',
  'invalid',
  'notActivated',
  'activation',
  'merge',
  'code',
  'sharing',
  'request',
  'employer',
];
/** Genuine tokens of these open something that may be gone by now, and the answer says so. */
const opensWhatMayBeGone: readonly TokenKind[] = ['code', 'sharing', 'request'];
const gone = { status: 422, errors: [{ code: 'WrongJwtPayload' }] };
const guarded = endpoints.filter(({ token }) => token !== 'none');
const missing = '018f0000-0000-7000-8000-000000000000';

const call = (e: Endpoint, authorization?: string) =>
  t.app.inject({
    method: e.method,
    url: e.path.replace(/:[A-Za-z]+/g, missing),
    headers: authorization === undefined ? {} : { authorization },
  });

const told = ({ statusCode, body }: Awaited<ReturnType<typeof call>>) => [statusCode, body];
/** The server's calls besides its pages, out of its own tree of routes, which it prints as one draws it. */
function mountedCalls(): string[] {
  const parents: string[] = [];
  return t.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents.splice(depth, Infinity, path);
      return methods ? methods.split(', ').map((method) => `${method} ${parents.join('')}`) : [];
    })
    .filter((call) => call.includes(' /backend/'));
}

/** They describe the calls. */
const descriptions = ['GET /backend/openapi.json', 'GET /backend/docs', 'GET /backend/docs.css'];

/** An answer to HEAD has no body to say why. */
const refusalOf = (e: Endpoint) => [401, e.method === 'HEAD' ? '' : JSON.stringify(refused)];

/** A token of each kind that is genuine in form, about someone who exists for no other kind. */
const tokenOf = (kind: OwnKind) =>
  t.platform.tokens.issue(kind, { sub: newId(t.clock), sid: newId(t.clock) }, { browser: null });

describe.each(guarded.map((e) => [`${e.method} ${e.path}`, e] as const))('%s', (_name, e) => {
  it('learns nothing without a token', async () => {
    expect(told(await call(e))).toEqual(refusalOf(e));
  });

  it.each([
    'Bearer',
    'Bearer nothing',
    'Basic dGVzdDp0ZXN0',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
    'Bearer a.b.c',
  ])('refuses the authorization “%s”', async (authorization) => {
    const answer = await call(e, authorization);
    expect(told(answer)).toEqual(refusalOf(e));
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(kinds.filter((kind) => kind !== e.token))('refuses a token of the kind %s', async (kind) => {
    expect(told(await call(e, `Bearer ${await tokenOf(kind)}`))).toEqual(refusalOf(e));
  });

  it('refuses a token of its own kind about nobody', async () => {
    const answer = told(await call(e, `Bearer ${await tokenOf(e.token as OwnKind)}`));
    expect(answer).toEqual(opensWhatMayBeGone.includes(e.token) ? [422, JSON.stringify(gone)] : refusalOf(e));
  });
});

describe.each(guarded.filter(({ token }) => token !== 'auth').map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s',
  (_name, e) => {
    it('refuses an owner who is signed in', async () => {
      expect((await call(e, `Bearer ${owner.token}`)).json()).toEqual(refused);
    });
  },
);

describe('an owner’s token', () => {
  const profile = () => t.app.inject({ url: '/backend/api/v1/user/profile', headers: owner.headers });

  it('is refused when a letter of it is changed', async () => {
    const answer = await t.app.inject({
      url: '/backend/api/v1/user/profile',
      headers: { authorization: `Bearer ${alteredToken(owner.token)}` },
    });
    expect(answer.json()).toEqual(refused);
  });

  it('ends with its session, at once', async () => {
    expect((await profile()).statusCode).toBe(200);
    await t.app.inject({ method: 'POST', url: '/backend/api/v1/auth/logout', headers: owner.headers });
    expect((await profile()).json()).toEqual(refused);
  });

  it('ends with its hour', async () => {
    const late = await makeOwner(t);
    t.clock.advance(61 * 60_000);
    const answer = await t.app.inject({ url: '/backend/api/v1/user/profile', headers: late.headers });
    expect(answer.json()).toEqual(refused);
  });
});

describe('an address that is no call', () => {
  it.each([
    ['GET', '/backend/api/v1/nothing'],
    ['GET', '/backend'],
    ['DELETE', '/backend/api/v1/login'],
    ['GET', '/backend/api/v1/login'],
    ['GET', '/backend/api/v1/documents/%E0%A4%A'],
    ['GET', `/backend/api/v1/documents/${'x'.repeat(300)}`],
  ])('is NotFound: %s %s', async (method, url) => {
    const headers = owner.headers;
    const answer = await t.app.inject({ method: method as 'GET', url, headers });
    expect(answer.json()).toEqual({ status: 404, errors: [{ code: expect.stringMatching(/NotFound$/) as string }] });
  });
});

describe('every answer', () => {
  it.each(['/health', '/runtime_conf.json', '/backend/openapi.json', '/backend/docs', '/backend/api/v1/documents'])(
    'is never sniffed, framed or kept: %s',
    async (url) => {
      const { headers } = await t.app.inject({ url });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    },
  );
});

describe('the OpenAPI document', () => {
  it('describes every call of the contract, once', async () => {
    const document = (await t.app.inject('/backend/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    for (const e of endpoints) {
      const path = e.path.replace(/:([A-Za-z]+)/g, '{$1}');
      expect(document.paths[path][e.method.toLowerCase()]).toMatchObject({ operationId: e.id });
    }
  });

  it('says how a visitor’s download that was cut goes on', async () => {
    const { paths } = (await t.app.inject('/backend/openapi.json')).json();
    const described = paths['/backend/api/v1/public/sharings/{id}/archive'].get;
    expect(described.parameters.map(({ name }: { name: string }) => name)).toEqual([
      ...['id', 'documents', 'Range', 'If-Range', 'If-Match', 'If-None-Match'],
    ]);
    expect(described.parameters[1].schema.description).toContain('comma');
    expect(Object.keys(described.responses)).toEqual(
      expect.arrayContaining(['200', '206', '304', '404', '410', '412', '416', '500', '503']),
    );
    expect(described.responses[206].content).toEqual(described.responses[200].content);
  });

  it('leaves out nothing that is mounted', () => {
    const declared = endpoints.map((e) => `${e.method} ${e.path}`).filter((call) => call.includes(' /backend/'));
    expect(mountedCalls().toSorted()).toEqual([...declared, ...descriptions].toSorted());
  });

  it('describes nothing that is not mounted', async () => {
    for (const e of endpoints) expect(t.app.hasRoute({ method: e.method, url: e.path }), e.id).toBe(true);
  });
});

describe('the log', () => {
  it('holds no token, no address and no name', () => {
    const text = t.logged.join('');
    expect(text).toContain('"route":"/backend/api/v1/user/profile"');
    expect(text).not.toContain(owner.token);
    expect(text).not.toContain(owner.email);
    expect(text).not.toContain('Renaudin');
  });
});
