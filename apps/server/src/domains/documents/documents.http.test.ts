import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
it('is a probe', async () => {
  const t = await createTestApp();
  expect((await t.app.inject('/health')).json()).toEqual({ version: '0.0.0-test', status: 'ok' });
  const r = await t.app.inject('/backend/api/v1/documents');
  expect(r.statusCode).toBe(401);
  expect(r.json()).toEqual({ status: 401, errors: [{ code: 'AuthTokenNotValid' }] });
  console.log((await t.app.inject('/backend/openapi.json')).body.length);
  await t.close();
});
