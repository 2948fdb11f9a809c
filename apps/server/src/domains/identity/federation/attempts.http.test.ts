import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFederatedTest, type FederatedTest } from '../../../testing/people/federation-browser.ts';

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
});
afterAll(() => test.close());

const begin = (remoteAddress: string) =>
  test.app.inject({ url: '/backend/api/v1/auth/franceconnect/init', remoteAddress });
const attempts = () => test.platform.db.selectFrom('federation_attempts').select('expires_at').execute();

it('lets one client address begin a hundred sign-ins, others their own, and forgets those of ten minutes ago', async () => {
  for (let count = 0; count < 100; count++) {
    const address = `2001:db8:5:5::${(count + 1).toString(16)}`;
    expect((await begin(address)).statusCode).toBe(200);
  }
  const refused = await begin('2001:db8:5:5::ffff');
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, 'TooManyRequests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await begin('2001:db8:5:6::1')).statusCode).toBe(200);
  expect((await begin('192.0.2.1')).statusCode).toBe(200);
  expect(await attempts()).toHaveLength(102);
  test.clock.advance(11 * 60_000);
  expect((await begin('2001:db8:5:5::1')).statusCode).toBe(200);
  expect(await attempts()).toHaveLength(1);
});
