import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../../platform/domain-error.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { assertOwnPassword, type OwnPassword } from './own-password.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const give = async ({ safeId }: TestOwner, password: string, others: Partial<OwnPassword> = {}): Promise<unknown> => {
  const asked = { password, field: 'password', action: 'safe.closing', ...others } as const;
  try {
    await assertOwnPassword(test.platform, { safeId, address: '10.0.0.1' }, asked);
    return 'right';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.entries[0];
  }
};

describe('the password of who is signed in', () => {
  it('is asked again', async () => {
    const owner = await makeOwner(test);
    expect(await give(owner, testPassword)).toBe('right');
    const refused = { code: 'InvalidUserPassword', field: 'currentPassword' };
    expect(await give(owner, 'wrong', { field: 'currentPassword' })).toEqual(refused);
    expect(await give(owner, testPassword)).toBe('right');
  });

  it('is guessed five times an hour at most, also by 40 at the same instant', async () => {
    const owner = await makeOwner(test);
    const told = await Promise.all(Array.from({ length: 40 }, (_, index) => give(owner, `wrong ${index}`)));
    const count = (code: string) => told.filter((each) => (each as { code: string }).code === code).length;
    expect([count('InvalidUserPassword'), count('VerificationCodeRateLimitExceeded')]).toEqual([5, 35]);
    expect(await give(owner, testPassword, { closed: 'RequestEmailChangeRateLimitExceeded' })).toEqual({
      code: 'RequestEmailChangeRateLimitExceeded',
    });
    test.clock.advance(3_600_000);
    expect(await give(owner, testPassword)).toBe('right');
  });

  it('leaves each wrong one in the journal', async () => {
    const owner = await makeOwner(test);
    await give(owner, 'wrong', { action: 'password.changed' });
    const entry = await test.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'result'])
      .where('safe_id', '=', owner.safeId)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'password.changed', result: 'refused' });
  });
});
