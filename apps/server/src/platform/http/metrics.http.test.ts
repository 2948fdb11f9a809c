import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const metricsToken = 'a-token-of-the-operator';

let t: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  t = await createTestApp({ platformSettings: { demo: true } });
  guarded = await createTestApp({ platformSettings: { metricsToken } });
});
afterAll(() => Promise.all([t.close(), guarded.close()]));

const read = ({ app }: TestApp, authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

it('tells requests by the pattern of their route, and the keys that were asked for, of nobody by name', async () => {
  const owner = await makeOwner(t);
  await t.app.inject({ url: '/backend/api/v1/user/profile', headers: owner.headers });
  await t.app.inject({ url: `/backend/api/v1/documents/${owner.safeId}`, headers: owner.headers });
  const answer = await read(t);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/backend\/api\/v1\/user\/profile",status="200"\} 1/,
  );
  expect(answer.body).toMatch(/perenne_safe_keys_asked_total\{use="owner"\} [1-9]/);
  expect(answer.body).not.toContain(owner.safeId);
});

it('is unknown outside the demonstration where no token is configured', async () => {
  const closed = await createTestApp();
  const answer = await read(closed, 'Bearer anything');
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'NotFound']);
  await closed.close();
});

it('opens to the configured token and to no other', async () => {
  expect((await read(guarded, `Bearer ${metricsToken}`)).statusCode).toBe(200);
  for (const wrong of [undefined, '', 'Bearer', `Bearer ${metricsToken}x`, metricsToken])
    expect((await read(guarded, wrong)).statusCode).toBe(401);
});
