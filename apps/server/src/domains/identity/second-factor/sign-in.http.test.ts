import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenOf, statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { altered } from '../../../testing/files/altered.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deletePendingOf } from './pending-sign-ins.store.ts';

const minute = 60_000;
const wrong = '000000';

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const totp = (signInId: string, code: string) => ({ signInId, method: 'TOTP', code });
const recovery = (signInId: string, code: string) => ({ signInId, method: 'RECOVERY_CODE', code });

describe('a sign-in of who has a second factor', () => {
  it('gives no token for the password alone, and one for the code', async () => {
    const { owner, secret } = await steps.makeProtected();
    const answer = await steps.login(owner);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-authorization']).toBeUndefined();
    expect(answer.json()).toEqual({
      secondFactor: { signInId: expect.any(String) as string, methods: ['TOTP', 'RECOVERY_CODE'] },
    });
    const { signInId } = answer.json<{ secondFactor: { signInId: string } }>().secondFactor;
    const given = await steps.give(totp(signInId, steps.codeOf(secret)));
    expect([given.statusCode, given.json()]).toEqual([200, {}]);
    expect(decodeJwt(newTokenOf(given))).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: owner.safeId });
    expect((await steps.send('GET', 'user/profile', { token: newTokenOf(given) })).statusCode).toBe(200);
  });

  it('opens nothing where the sign-in ends while it is judged', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    const given = await test.platform.db.transaction().execute(async (tx) => {
      await deletePendingOf(tx, owner.safeId);
      const answer = steps.give(totp(signInId, steps.codeOf(secret)));
      await expect.poll(() => countLockWaits(test)).toBe(1);
      return { answer };
    });
    expect(statusAndCode(await given.answer)).toEqual([401, 'Unauthorized']);
  });

  it('asks nobody else', async () => {
    await steps.makeProtected();
    const other = await makeOwner(test);
    const answer = await steps.login(other);
    expect(answer.json()).toEqual({});
    expect(newTokenOf(answer)).toMatch(/^ey/);
  });

  it('asks for it before it gives an invalid-user token, too', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ email_verified_at: null }).where('safe_id', '=', owner.safeId).execute();
    const { signInId } = await steps.begin(owner);
    const given = await steps.give(totp(signInId, steps.codeOf(secret)));
    expect(decodeJwt(newTokenOf(given))).toMatchObject({ type: 'JwtPayloadLoggedInvalidUser', sub: owner.safeId });
  });

  it('says nothing of it to who gives a wrong password', async () => {
    const { owner } = await steps.makeProtected();
    const payload = { email: owner.email, password: 'wrong' };
    const known = await steps.send('POST', 'login', { payload });
    const unknown = await steps.send('POST', 'login', { payload: { ...payload, email: 'nobody@example.org' } });
    expect([known.statusCode, known.body]).toEqual([401, unknown.body]);
  });

  it('takes a code of the application once, also in another sign-in', async () => {
    const { owner, secret } = await steps.makeProtected();
    const code = steps.codeOf(secret);
    const [first, second] = [await steps.begin(owner), await steps.begin(owner)];
    expect((await steps.give(totp(first.signInId, code))).statusCode).toBe(200);
    expect(statusAndCode(await steps.give(totp(second.signInId, code)))).toEqual([422, 'WrongSecondFactor']);
    expect(statusAndCode(await steps.give(totp(second.signInId, steps.codeOf(secret, -1))))).toEqual([
      422,
      'WrongSecondFactor',
    ]);
    expect((await steps.give(totp(second.signInId, steps.codeOf(secret, 1)))).statusCode).toBe(200);
  });

  it('takes a code once of many at the same instant', async () => {
    const { owner, secret } = await steps.makeProtected();
    const begun = await Promise.all([1, 2, 3, 4].map(() => steps.begin(owner)));
    const code = steps.codeOf(secret);
    const answers = await Promise.all(begun.map(({ signInId }) => steps.give(totp(signInId, code))));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('accepts a clock that is half a minute off, and no more', async () => {
    const { owner, secret } = await steps.makeProtected();
    test.clock.advance(5 * minute);
    const { signInId } = await steps.begin(owner);
    for (const off of [-2, 2])
      expect(statusAndCode(await steps.give(totp(signInId, steps.codeOf(secret, off))))[1]).toBe('WrongSecondFactor');
    expect((await steps.give(totp(signInId, steps.codeOf(secret, -1)))).statusCode).toBe(200);
  });

  it('takes a recovery code once, however it is typed, and tells the owner', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    const [code = ''] = recoveryCodes;
    const first = await steps.begin(owner);
    expect((await steps.give(recovery(first.signInId, ` ${code.toLowerCase().replace('-', ' ')}`))).statusCode).toBe(
      200,
    );
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === owner.email && /secours/.test(subject)),
    );
    expect(mail.text).toContain('Il vous reste 9\u00a0codes de secours.');
    expect(mail.text).not.toContain(code);
    const second = await steps.begin(owner);
    expect(statusAndCode(await steps.give(recovery(second.signInId, code)))).toEqual([422, 'WrongSecondFactor']);
  });

  it('no longer offers recovery codes once the last has served', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    for (const code of recoveryCodes) await steps.give(recovery((await steps.begin(owner)).signInId, code));
    expect((await steps.begin(owner)).methods).toEqual(['TOTP']);
  });
});

describe('a sign-in that waits for its second factor', () => {
  it('goes on after a wrong code, is used up by a right one, and tells which field', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    const refused = await steps.give(totp(signInId, wrong));
    expect(refused.json()).toEqual({ status: 422, errors: [{ code: 'WrongSecondFactor', field: 'code' }] });
    expect((await steps.give(totp(signInId, steps.codeOf(secret)))).statusCode).toBe(200);
    expect(statusAndCode(await steps.give(totp(signInId, steps.codeOf(secret, 1))))).toEqual([401, 'Unauthorized']);
  });

  it('is over after ten minutes', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    test.clock.advance(10 * minute);
    expect(statusAndCode(await steps.give(totp(signInId, steps.codeOf(secret))))).toEqual([401, 'Unauthorized']);
  });

  it('goes on in the browser that began it, and in no other', async () => {
    const { owner, secret } = await steps.makeProtected();
    const browser = { 'sec-fetch-site': 'same-origin' };
    const answer = await steps.login(owner, browser);
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const { signInId } = answer.json<{ secondFactor: { signInId: string } }>().secondFactor;
    const proof = () => totp(signInId, steps.codeOf(secret));
    expect(statusAndCode(await steps.give(proof(), browser))).toEqual([401, 'Unauthorized']);
    expect(statusAndCode(await steps.give(proof()))).toEqual([401, 'Unauthorized']);
    const given = await steps.give(proof(), { ...browser, cookie });
    expect(given.statusCode).toBe(200);
    const bound = String([given.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    expect(statusAndCode(await steps.send('GET', 'user/profile', { token: newTokenOf(given) }))[0]).toBe(401);
    expect(
      (await steps.send('GET', 'user/profile', { token: newTokenOf(given), headers: { cookie: bound } })).statusCode,
    ).toBe(200);
  });

  it('is found by nothing that was made up', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    for (const madeUp of ['x', signInId.slice(0, -1), altered(signInId, signInId.length - 1), 'A'.repeat(64)])
      expect(statusAndCode(await steps.give(totp(madeUp, steps.codeOf(secret))))).toEqual([401, 'Unauthorized']);
  });

  it('is kept as a keyed hash, and sealed', async () => {
    const { owner } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    const rows = await test.platform.db
      .selectFrom('pending_sign_ins')
      .selectAll()
      .where('safe_id', '=', owner.safeId)
      .execute();
    expect(rows).toHaveLength(1);
    const bytes = Buffer.concat(rows.flatMap((row) => [row.sign_in_tag, row.sealed]));
    expect(bytes.includes(Buffer.from(signInId, 'base64url').subarray(16))).toBe(false);
    expect(bytes.toString('latin1')).not.toContain('session');
  });

  it('ends when its owner signs out everywhere', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    expect((await steps.send('DELETE', 'auth/sessions', owner)).statusCode).toBe(204);
    expect(statusAndCode(await steps.give(totp(signInId, steps.codeOf(secret))))).toEqual([401, 'Unauthorized']);
  });

  it('ends with the password that began it', async () => {
    const { owner, secret } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    const password = 'Cerisier-Bavard-58!?';
    const payload = { currentPassword: owner.password, password, confirmation: password };
    const changed = await test.app.inject({
      ...{ method: 'PUT', url: '/backend/api/v1/user/password', headers: owner.headers, payload },
    });
    expect(changed.statusCode).toBe(204);
    expect(statusAndCode(await steps.give(totp(signInId, steps.codeOf(secret))))).toEqual([401, 'Unauthorized']);
  });
});

describe('wrong second factors', () => {
  it('close the door for an hour after five, to the right one too, whatever the sign-in and the method', async () => {
    const { owner, secret, recoveryCodes } = await steps.makeProtected();
    for (let count = 0; count < 5; count += 1) {
      const { signInId } = await steps.begin(owner);
      const proof = count % 2 === 0 ? totp(signInId, wrong) : recovery(signInId, 'AAAAA-AAAAA');
      expect(statusAndCode(await steps.give(proof))).toEqual([422, 'WrongSecondFactor']);
    }
    const { signInId } = await steps.begin(owner);
    for (const proof of [totp(signInId, steps.codeOf(secret)), recovery(signInId, recoveryCodes[0] ?? '')]) {
      const closed = await steps.give(proof);
      expect(statusAndCode(closed)).toEqual([429, 'SecondFactorRateLimitExceeded']);
      expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_500);
    }
    test.clock.advance(60 * minute);
    const again = await steps.begin(owner);
    expect((await steps.give(totp(again.signInId, steps.codeOf(secret)))).statusCode).toBe(200);
  });

  it('close the door for a day after ten, also to who was right in between', async () => {
    const { owner, secret } = await steps.makeProtected();
    const giveWrong = async (count: number) => {
      const { signInId } = await steps.begin(owner);
      for (let given = 0; given < count; given += 1)
        expect(statusAndCode(await steps.give(totp(signInId, wrong)))).toEqual([422, 'WrongSecondFactor']);
    };
    const giveRight = async () => steps.give(totp((await steps.begin(owner)).signInId, steps.codeOf(secret)));
    await giveWrong(4);
    expect((await giveRight()).statusCode).toBe(200);
    await giveWrong(5);
    test.clock.advance(60 * minute);
    await giveWrong(1);
    test.clock.advance(60 * minute);
    const closed = await giveRight();
    expect(statusAndCode(closed)).toEqual([429, 'SecondFactorRateLimitExceeded']);
    expect(closed.json<{ errors: unknown[] }>().errors).toMatchObject([{ params: { tries: 10 } }]);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(22.9 * 3_600);
    test.clock.advance(23 * 60 * minute);
    expect((await giveRight()).statusCode).toBe(200);
  });

  it('are counted, each of 200 at the same instant from different addresses', async () => {
    const { owner } = await steps.makeProtected();
    const { signInId } = await steps.begin(owner);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        test.app.inject({
          ...{ method: 'POST', url: '/backend/api/v1/login/second-factor', remoteAddress: `10.1.0.${index}` },
          payload: totp(signInId, wrong),
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(195);
  });

  it('stand in the journal as refused', async () => {
    const { owner } = await steps.makeProtected();
    await steps.give(totp((await steps.begin(owner)).signInId, wrong));
    const { items } = (await steps.send('GET', 'user/journal', owner)).json<{
      items: Array<Record<string, unknown>>;
    }>();
    expect(items[0]).toMatchObject({ action: 'session.refused', actor: { kind: 'visitor' }, result: 'refused' });
  });
});
