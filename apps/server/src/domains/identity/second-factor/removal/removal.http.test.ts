import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../../testing/people/activation-steps.ts';
import { openLinksIn } from '../../../../testing/people/links.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../../testing/people/makers.ts';
import { secondFactorSteps } from '../../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { askRemovalAsOperator, confirmRemovalAsOperator } from './remove-by-operators.ts';
import { settleRemovals } from './settle-removals.ts';

const hour = 3_600_000;

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const post = (path: string, payload: object) =>
  test.app.inject({ method: 'POST', url: `/backend/api/v1/${path}`, payload });
const login = ({ email }: TestOwner) => post('login', { email, password: testPassword });
const ask = ({ email }: TestOwner, operator = 'Ada Martin') => askRemovalAsOperator(test.platform, { email, operator });
const confirm = ({ email }: TestOwner, code: string, operator = 'Bilal Roche') =>
  confirmRemovalAsOperator(test.platform, { email, operator, code });
const keep = (token: string) => post('user/second-factor/keep', { token });
const hasFactor = async (owner: TestOwner) => (await login(owner)).body.includes('secondFactor');
const actionsOf = async ({ safeId }: TestOwner) => {
  const rows = await test.platform.db
    .selectFrom('journal_entries')
    .select(['action', 'actor_kind as actor', 'result'])
    .where('safe_id', '=', safeId)
    .orderBy('seq')
    .execute();
  const ofFactors = rows.filter(({ action }) => action.startsWith('second-factor.'));
  return ofFactors.map(({ action, actor, result }) => `${action} ${actor} ${result}`);
};
/** The tokens of mails by which an owner keeps the second factor. */
const keepTokens = async (email: string) => {
  const texts = test.mails.filter(({ to }) => to === email).map(({ text }) => text);
  const opened = await openLinksIn(test, texts.join('\n'));
  return opened.filter(({ undoes }) => undoes === 'removal').map(({ token }) => token);
};
const announced = (to: string) => waitFor(async () => (await keepTokens(to))[0]);
const otherThan = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, '0');

describe('the removal of a second factor by the operators', () => {
  it('takes two of them: the second has the code of the first, and another name', async () => {
    const { owner } = await steps.makeProtected();
    await expect(confirm(owner, '00000000')).rejects.toThrow('Nobody has asked');
    const code = await ask(owner);
    await expect(confirm(owner, code, ' ada  MARTIN ')).rejects.toThrow('Another operator');
    await expect(confirm(owner, otherThan(code))).rejects.toThrow('wrong');
    await settleRemovals(test.platform);
    expect(await keepTokens(owner.email)).toEqual([]);
    await confirm(owner, `${code.slice(0, 4)} ${code.slice(4)}`);
    await expect(confirm(owner, code)).rejects.toThrow('confirmed already');
    await expect(ask(owner)).rejects.toThrow('confirmed already');
    expect((await actionsOf(owner)).slice(-3)).toEqual([
      'second-factor.removal-asked operator done',
      'second-factor.removal-confirmed operator refused',
      'second-factor.removal-confirmed operator done',
    ]);
  });

  it('ends its code after five wrong ones, and after a day', async () => {
    const { owner } = await steps.makeProtected();
    const code = await ask(owner);
    for (let count = 0; count < 5; count += 1) await expect(confirm(owner, otherThan(code))).rejects.toThrow('wrong');
    await expect(confirm(owner, code)).rejects.toThrow('Too many wrong codes');
    const next = await ask(owner);
    test.clock.advance(24 * hour);
    await expect(confirm(owner, next)).rejects.toThrow('Nobody has asked');
  });

  it('takes effect 72 hours after the mail: sessions end, and a reset by mail opens the safe', async () => {
    const { owner } = await steps.makeProtected();
    await confirm(owner, await ask(owner));
    await settleRemovals(test.platform);
    await announced(owner.email);
    test.clock.advance(72 * hour - 60_000);
    await settleRemovals(test.platform);
    expect(await hasFactor(owner)).toBe(true);
    test.clock.advance(60_000);
    await settleRemovals(test.platform);
    expect(statusAndCode(await login(owner))).toEqual([403, 'PasswordResetRequired']);
    for (const table of ['second_factors', 'recovery_codes'] as const) {
      const rows = await test.platform.db.selectFrom(table).selectAll().where('safe_id', '=', owner.safeId).execute();
      expect(rows).toEqual([]);
    }
    expect((await actionsOf(owner)).at(-1)).toBe('second-factor.removed operator done');
    await waitFor(() => test.mails.find(({ to, text }) => to === owner.email && text.includes('est supprimée')));
  });

  it('is cancelled by the link of the mail, once, until it takes effect', async () => {
    const { owner } = await steps.makeProtected();
    await confirm(owner, await ask(owner));
    await settleRemovals(test.platform);
    const token = await announced(owner.email);
    const answer = await keep(token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(statusAndCode(await keep(token))).toEqual([404, 'EntityNotFound']);
    test.clock.advance(73 * hour);
    await settleRemovals(test.platform);
    expect(await hasFactor(owner)).toBe(true);
    expect((await actionsOf(owner)).at(-1)).toBe('second-factor.removal-cancelled owner done');
    const rows = JSON.stringify(await test.platform.db.selectFrom('factor_removals').selectAll().execute());
    expect(rows).not.toContain(token);
  });

  it('is too late to cancel once it has taken effect, and unknown tokens are answered alike', async () => {
    const { owner } = await steps.makeProtected();
    await confirm(owner, await ask(owner));
    await settleRemovals(test.platform);
    const token = await announced(owner.email);
    test.clock.advance(72 * hour);
    for (const given of [token, 'A'.repeat(22)])
      expect(statusAndCode(await keep(given))).toEqual([404, 'EntityNotFound']);
  });

  it('goes on though the safe of another cannot be read', async () => {
    const [{ owner: broken }, { owner }] = [await steps.makeProtected(), await steps.makeProtected()];
    for (const one of [broken, owner]) await confirm(one, await ask(one));
    await test.platform.db
      .updateTable('accounts')
      .set({ sealed_profile: Buffer.alloc(64) })
      .where('safe_id', '=', broken.safeId)
      .execute();
    await settleRemovals(test.platform);
    await announced(owner.email);
    test.clock.advance(72 * hour);
    await settleRemovals(test.platform);
    expect((await actionsOf(owner)).at(-1)).toBe('second-factor.removed operator done');
    expect((await actionsOf(broken)).at(-1)).toBe('second-factor.removal-confirmed operator done');
  });

  it('is refused where there is no account, or no second factor', async () => {
    await expect(ask({ email: 'nobody@example.org' } as TestOwner)).rejects.toThrow('No account');
    await expect(ask(await makeOwner(test))).rejects.toThrow('no second factor');
  });
});
