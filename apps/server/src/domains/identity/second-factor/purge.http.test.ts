import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { purgeIdentity } from '../identity.jobs.ts';

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
});
afterAll(() => test.close());

it('keeps what waits to be confirmed or proved until its ten minutes are over, and no longer', async () => {
  const { owner } = await steps.makeProtected();
  await steps.begin(owner);
  const other = await makeOwner(test);
  await steps.factor('POST', '/passkeys/begin', other, await steps.newFactorProof(other));
  const count = async () => {
    const { db } = test.platform;
    const rows = [
      await db.selectFrom('pending_sign_ins').select('safe_id').execute(),
      await db.selectFrom('unconfirmed_factors').select('safe_id').execute(),
    ];
    return rows.map(({ length }) => length);
  };
  await purgeIdentity(test.platform);
  expect(await count()).toEqual([1, 1]);
  test.clock.advance(10 * 60_000);
  await purgeIdentity(test.platform);
  expect(await count()).toEqual([0, 0]);
  expect((await steps.factor('GET', '', owner)).json()).toMatchObject({ recoveryCodes: { left: 10 } });
});
