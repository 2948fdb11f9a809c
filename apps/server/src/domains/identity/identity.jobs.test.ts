import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { requestCode } from './attempts/codes.ts';
import { purgeIdentity } from './identity.jobs.ts';
import { isTokenSpent, spendToken } from './account/spent-tokens.ts';

const hour = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const count = async (table: 'sessions' | 'spent_tokens' | 'verification_codes' | 'code_guards') => {
  const rows = await test.platform.db.selectFrom(table).selectAll().execute();
  return rows.length;
};

it('purges what is over, and nothing that still counts', async () => {
  const { platform } = test;
  const spent = '01234567-89ab-4def-8123-456789abcdef';
  const begin = async () => {
    await makeOwner(test);
    await platform.db.transaction().execute(async (tx) => {
      await requestCode(tx, platform, { purpose: 'test', owner: 'someone', subject: {} });
      await spendToken(tx, platform, spent);
    });
  };
  await begin();
  test.clock.advance(hour);
  await purgeIdentity(platform);
  expect(await isTokenSpent(platform.db, spent)).toBe(true);
  expect([await count('sessions'), await count('verification_codes'), await count('code_guards')]).toEqual([1, 1, 1]);
  test.clock.advance(37 * hour);
  await purgeIdentity(platform);
  expect(await isTokenSpent(platform.db, spent)).toBe(false);
  expect([await count('sessions'), await count('verification_codes'), await count('code_guards')]).toEqual([0, 0, 0]);
});

it('spends a token once, also when many try', async () => {
  const { platform } = test;
  const spend = () =>
    platform.db.transaction().execute((tx) => spendToken(tx, platform, 'aaaaaaaa-89ab-4def-8123-456789abcdef'));
  const told = await Promise.all(Array.from({ length: 10 }, spend));
  expect(told.filter(Boolean)).toHaveLength(1);
});
