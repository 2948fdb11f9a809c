import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer, type TestEmployer } from '../../../testing/people/test-employer.ts';

let test: TestApp;
let employer: TestEmployer;

beforeAll(async () => {
  test = await createTestApp();
  employer = await createTestEmployer(test);
});
afterAll(() => test.close());

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const form = 'application/x-www-form-urlencoded';

async function ask(payload: string, headers: Record<string, string> = {}) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/backend/oauth/token',
    headers: { 'content-type': form, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers };
}

it('gives a bearer token for an hour, by Basic or in the body, and nobody keeps it', async () => {
  const { clientId, clientSecret } = employer;
  const inBody = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
  const answers = [
    await ask('grant_type=client_credentials', { authorization: basic(clientId, clientSecret) }),
    await ask(inBody, { 'content-type': `${form}; charset=UTF-8` }),
  ];
  for (const { status, body, headers } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const url = '/backend/api/v1/employer/settings';
    const used = await test.app.inject({ url, headers: { authorization: `Bearer ${String(body['access_token'])}` } });
    expect(used.statusCode).toBe(200);
  }
});

it.each([
  ['a wrong secret', () => [employer.clientId, `${employer.clientSecret}x`] as const],
  ['a secret of another client', () => ['019a0000-0000-7000-8000-000000000000', employer.clientSecret] as const],
  ['a name that is none', () => ['nobody', 'x'] as const],
  ['a name that no database can hold', () => ['%00', 'x'] as const],
  ['a secret that no database can hold', () => [employer.clientId, '%00'] as const],
])('refuses %s as RFC 6749 says', async (_, credentials) => {
  const [id, secret] = credentials();
  const answer = await ask('grant_type=client_credentials', { authorization: basic(id, secret) });
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({ error: 'invalid_client' });
  expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it.each(['%00', '%ED%A0%80', 'x'.repeat(5_000)])('knows no client of the name %.20s in the body', async (clientId) => {
  const answer = await ask(`grant_type=client_credentials&client_id=${clientId}&client_secret=x`);
  expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

it.each([
  ['grant_type=authorization_code', form, 'unsupported_grant_type'],
  ['', form, 'invalid_request'],
  ['{"grant_type":"client_credentials"}', 'application/json', 'invalid_request'],
  ['grant_type=client_credentials&x=' + 'x'.repeat(9_000), form, 'invalid_request'],
])('answers a bad request as RFC 6749 says: %.40s as %s', async (payload, type, error) => {
  const answer = await ask(payload, { 'content-type': type });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ error });
});

it('takes a form nowhere else', async () => {
  const answer = await test.app.inject({
    method: 'PUT',
    url: '/backend/api/v1/employer/settings',
    headers: { ...employer.headers, 'content-type': form },
    payload: 'refusalDisabled=true',
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ code: 'InvalidRequest', params: { rule: 'mediaType' } }] });
});

it.each([
  ['an expired token', async () => test.clock.advance(3_600_001)],
  ['a token of another kind', async () => undefined],
  ['a removed employer', async () => undefined],
])('refuses %s', async (what, prepare) => {
  const mine = await createTestEmployer(test);
  await prepare();
  if (what === 'a removed employer')
    await test.platform.db.deleteFrom('employers').where('employer_id', '=', mine.employerId).execute();
  const about = { sub: mine.employerId, sid: mine.employerId };
  const headers =
    what === 'a token of another kind'
      ? { authorization: `Bearer ${await test.platform.tokens.issue('auth', about, { browser: null })}` }
      : mine.headers;
  const answer = await test.app.inject({ url: '/backend/api/v1/employer/settings', headers });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ errors: [{ code: 'AuthTokenNotValid' }] });
});

it('names each client by chance alone', async () => {
  const other = await createTestEmployer(test);
  const random = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const { clientId } of [employer, other]) expect(clientId).toMatch(random);
  expect(other.clientId).not.toBe(employer.clientId);
});

it('keeps neither secret nor name in clear', async () => {
  const rows = await test.platform.db.selectFrom('employers').selectAll().execute();
  const stored = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from(value.data as number[]).toString()
      : value,
  );
  expect(stored).not.toContain(employer.clientSecret);
  expect(stored).not.toContain(employer.name);
});

it('replaces the settings as a whole', async () => {
  const mine = await createTestEmployer(test, { emailDomains: ['Acme.FR', 'acme.fr'] });
  expect((await mine.call('GET', 'settings')).body).toEqual({
    ...{ refusalDisabled: false, emailDomains: ['acme.fr'], pendingDomains: [] },
  });
  const settings = { refusalDisabled: true, emailDomains: ['société.fr', 'rh.acme.fr'] };
  const emailDomains = ['xn--socit-esab.fr', 'rh.acme.fr'];
  const told = { refusalDisabled: true, emailDomains, pendingDomains: emailDomains };
  expect(await mine.call('PUT', 'settings', settings)).toMatchObject({ status: 200, body: told });
  expect((await mine.call('GET', 'settings')).body).toEqual(told);
  const other = await createTestEmployer(test);
  expect((await other.call('GET', 'settings')).body).toEqual({
    ...{ refusalDisabled: false, emailDomains: [], pendingDomains: [] },
  });
  expect((await mine.call('PUT', 'settings', { emailDomains: [] })).body).toMatchObject({
    errors: [{ code: 'InvalidRequest', field: 'refusalDisabled', params: { rule: 'required' } }],
  });
  expect((await mine.call('PUT', 'settings', { ...settings, emailDomains: ['acme.fr', 'acme'] })).body).toMatchObject({
    errors: [{ code: 'InvalidRequest', field: 'emailDomains.1', params: { rule: 'domain' } }],
  });
  const bad = { refusalDisabled: 'no', emailDomains: ['acme', 'acme.fr', 7], color: 'red' };
  expect((await mine.call('PUT', 'settings', bad)).body).toEqual({
    status: 400,
    errors: [
      { code: 'InvalidRequest', field: 'refusalDisabled', params: { rule: 'type' } },
      { code: 'InvalidRequest', field: 'emailDomains.0', params: { rule: 'domain' } },
      { code: 'InvalidRequest', field: 'emailDomains.2', params: { rule: 'type' } },
      { code: 'InvalidRequest', field: 'color', params: { rule: 'unknown' } },
    ],
  });
});
