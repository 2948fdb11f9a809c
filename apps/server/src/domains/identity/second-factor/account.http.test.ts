import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const minute = 60_000;
const missing = '018f0000-0000-7000-8000-000000000000';
const password = testPassword;

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const read = async (owner: TestOwner) => (await steps.factor('GET', '', owner)).json<Record<string, unknown>>();

const mailTo = ({ email }: TestOwner, title: RegExp) =>
  waitFor(() => test.mails.find(({ to, text }) => to === email && title.test(text)));

const actionsOf = async ({ token }: TestOwner) => {
  const { items } = (await steps.send('GET', 'user/journal', { token })).json<{ items: Array<{ action: string }> }>();
  return items.map(({ action }) => action);
};

describe('an owner without a second factor', () => {
  it('is told so', async () => {
    expect(await read(await makeOwner(test))).toEqual({ totp: null, passkeys: [], recoveryCodes: null });
  });

  it('has nothing to remove, to renew or to test', async () => {
    const owner = await makeOwner(test);
    const answers = [
      await steps.factor('DELETE', '/totp', owner, { password }),
      await steps.factor('DELETE', `/passkeys/${missing}`, owner, { password }),
      await steps.factor('PATCH', `/passkeys/${missing}`, owner, { name: 'Clé' }),
      await steps.factor('POST', '/recovery-codes', owner, { password }),
      await steps.factor('POST', '/recovery-codes/test', owner, { code: 'AAAAA-AAAAA' }),
      await steps.factor('POST', '/totp/confirm', owner, { code: '123456' }),
      await steps.factor('POST', '/passkeys/confirm', owner, { name: 'Clé', response: {} }),
    ];
    for (const answer of answers) expect(statusAndCode(answer)).toEqual([404, 'EntityNotFound']);
  });
});

describe('every change', () => {
  it.each([
    ['POST', '/totp/begin'],
    ['POST', '/passkeys/begin'],
    ['POST', '/recovery-codes'],
    ['DELETE', '/totp'],
    ['DELETE', `/passkeys/${missing}`],
  ] as const)('needs the owner’s password: %s %s', async (method, path) => {
    const { owner } = await steps.makeProtected();
    const refused = await steps.factor(method, path, owner, { password: 'wrong' });
    expect(refused.json()).toEqual({ status: 422, errors: [{ code: 'InvalidUserPassword', field: 'password' }] });
    expect((await read(owner))['totp']).not.toBeNull();
  });
});

describe('an authenticator application', () => {
  it('is added by one of its codes, with ten recovery codes, and its owner is told', async () => {
    const { owner, recoveryCodes, secret } = await steps.makeProtected();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(recoveryCodes).toHaveLength(10);
    expect(await read(owner)).toMatchObject({
      totp: { addedAt: expect.any(String) as string },
      recoveryCodes: { left: 10, madeAt: expect.any(String) as string },
    });
    const { subject, text } = await mailTo(owner, /application d’authentification a été ajoutée/);
    expect(subject).toBe('La protection de votre coffre a changé');
    expect(text).toContain('https://safe.example/p#');
    expect((await actionsOf(owner))[0]).toBe('second-factor.added');
  });

  it('is asked for only once it is confirmed', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/totp/begin', owner, await steps.newFactorProof(owner));
    const { uri, secret } = begun.json<{ uri: string; secret: string }>();
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Pérenne:${owner.email}?`);
    const refused = await steps.factor('POST', '/totp/confirm', owner, { code: steps.codeOf(secret, 5) });
    expect(refused.json()).toEqual({ status: 422, errors: [{ code: 'WrongSecondFactor', field: 'code' }] });
    expect((await steps.login(owner)).json()).toEqual({});
    expect((await steps.factor('POST', '/totp/confirm', owner, { code: steps.codeOf(secret) })).statusCode).toBe(200);
    expect((await steps.begin(owner)).methods).toContain('TOTP');
  });

  it('can be confirmed for ten minutes', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/totp/begin', owner, await steps.newFactorProof(owner));
    const { secret } = begun.json<{ secret: string }>();
    test.clock.advance(10 * minute);
    const late = await steps.factor('POST', '/totp/confirm', owner, { code: steps.codeOf(secret) });
    expect(statusAndCode(late)).toEqual([404, 'EntityNotFound']);
  });

  it('takes the place of the one before, whose codes no longer serve; the recovery codes stay', async () => {
    const { owner, secret: before } = await steps.makeProtected();
    const { secret, recoveryCodes } = await steps.addTotp(owner);
    expect(recoveryCodes).toEqual([]);
    const { signInId } = await steps.begin(owner);
    const give = (code: string) => steps.give({ signInId, method: 'TOTP', code });
    expect(statusAndCode(await give(steps.codeOf(before)))).toEqual([422, 'WrongSecondFactor']);
    expect((await give(steps.codeOf(secret))).statusCode).toBe(200);
  });

  it('stops being asked for when it is removed; as the last factor it takes the recovery codes along', async () => {
    const { owner } = await steps.makeProtected();
    expect((await steps.factor('DELETE', '/totp', owner, { password })).statusCode).toBe(204);
    expect(await read(owner)).toEqual({ totp: null, passkeys: [], recoveryCodes: null });
    expect((await steps.login(owner)).headers['set-authorization']).toBeDefined();
    await mailTo(owner, /application d’authentification a été désactivée/);
    expect(await actionsOf(owner)).toContain('second-factor.removed');
  });

  it('leaves nothing readable in the database', async () => {
    const { owner, secret, recoveryCodes } = await steps.makeProtected();
    const { db } = test.platform;
    const kept = [
      ...(await db
        .selectFrom('second_factors')
        .select('sealed as bytes')
        .where('safe_id', '=', owner.safeId)
        .execute()),
      ...(await db
        .selectFrom('recovery_codes')
        .select('code_tag as bytes')
        .where('safe_id', '=', owner.safeId)
        .execute()),
    ].map(({ bytes }) => bytes.toString('latin1'));
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(kept.some((text) => text.includes(plain))).toBe(false);
    const log = test.logged.join('\n');
    for (const plain of [secret, ...recoveryCodes]) expect(log.includes(plain)).toBe(false);
  });

  it('survives a password reset', async () => {
    const { owner } = await steps.makeProtected();
    await steps.send('POST', 'password/reset/request-code', { payload: { email: owner.email, mode: 'EMAIL' } });
    const mail = await mailTo(owner, /\b\d{6}\b/);
    const code = /\b\d{6}\b/.exec(mail.text)?.[0];
    const chosen = 'Cerisier-Bavard-58!?';
    const payload = { email: owner.email, code, password: chosen, confirmation: chosen };
    expect((await steps.send('POST', 'password/reset', { payload })).statusCode).toBe(204);
    const answer = await steps.send('POST', 'login', { payload: { email: owner.email, password: chosen } });
    expect(answer.headers['set-authorization']).toBeUndefined();
    expect(answer.json()).toMatchObject({ secondFactor: { methods: ['TOTP', 'RECOVERY_CODE'] } });
  });
});

describe('recovery codes', () => {
  const testCode = (owner: TestOwner, code = '') => steps.factor('POST', '/recovery-codes/test', owner, { code });

  it('are tested without being used up', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    for (let count = 0; count < 3; count += 1) expect((await testCode(owner, recoveryCodes[0])).statusCode).toBe(204);
    expect(statusAndCode(await testCode(owner, 'AAAAA-AAAAA'))).toEqual([422, 'WrongSecondFactor']);
    expect(await read(owner)).toMatchObject({ recoveryCodes: { left: 10 } });
  });

  it('are tested five times an hour at most when they are wrong', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    for (let count = 0; count < 5; count += 1) await testCode(owner, 'AAAAA-AAAAA');
    expect(statusAndCode(await testCode(owner, recoveryCodes[0]))).toEqual([429, 'SecondFactorRateLimitExceeded']);
    // A thief with a session does not keep the owner from signing in.
    const { signInId } = await steps.begin(owner);
    const proof = { signInId, method: 'RECOVERY_CODE', code: recoveryCodes[0] };
    expect((await steps.give(proof)).statusCode).toBe(200);
  });

  it('are renewed all together: those before end', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    const renewed = await steps.factor('POST', '/recovery-codes', owner, { password });
    const { recoveryCodes: fresh } = renewed.json<{ recoveryCodes: string[] }>();
    expect(fresh).toHaveLength(10);
    expect(fresh.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect(statusAndCode(await testCode(owner, recoveryCodes[0]))).toEqual([422, 'WrongSecondFactor']);
    expect((await testCode(owner, fresh[0])).statusCode).toBe(204);
    await mailTo(owner, /codes de secours ont été renouvelés/);
    expect(await actionsOf(owner)).toContain('second-factor.codes-renewed');
  });

  it('belong to one owner', async () => {
    const [mine, other] = [await steps.makeProtected(), await steps.makeProtected()];
    expect(statusAndCode(await testCode(other.owner, mine.recoveryCodes[0]))).toEqual([422, 'WrongSecondFactor']);
  });
});
