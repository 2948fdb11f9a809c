import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { told, waitFor } from '../../../testing/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/makers.ts';
import { PasskeyDevice } from '../../../testing/passkey-device.ts';
import { secondFactorSteps } from '../../../testing/second-factor-steps.ts';
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
    for (const answer of answers) expect(told(answer)).toEqual([404, 'EntityNotFound']);
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
    expect(subject).toBe('La protection de votre coffre-fort a changé');
    expect(text).toContain('https://safe.example/account');
    expect((await actionsOf(owner))[0]).toBe('second-factor.added');
  });

  it('is asked for only once it is confirmed', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/totp/begin', owner, { password });
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
    const begun = await steps.factor('POST', '/totp/begin', owner, { password });
    const { secret } = begun.json<{ secret: string }>();
    test.clock.advance(10 * minute);
    const late = await steps.factor('POST', '/totp/confirm', owner, { code: steps.codeOf(secret) });
    expect(told(late)).toEqual([404, 'EntityNotFound']);
  });

  it('takes the place of the one before, whose codes no longer serve; the recovery codes stay', async () => {
    const { owner, secret: before } = await steps.makeProtected();
    const { secret, recoveryCodes } = await steps.addTotp(owner);
    expect(recoveryCodes).toEqual([]);
    const { signInId } = await steps.begin(owner);
    const give = (code: string) => steps.give({ signInId, method: 'TOTP', code });
    expect(told(await give(steps.codeOf(before)))).toEqual([422, 'WrongSecondFactor']);
    expect((await give(steps.codeOf(secret))).statusCode).toBe(200);
  });

  it('stops being asked for when it is removed; as the last factor it takes the recovery codes along', async () => {
    const { owner } = await steps.makeProtected();
    expect((await steps.factor('DELETE', '/totp', owner, { password })).statusCode).toBe(204);
    expect(await read(owner)).toEqual({ totp: null, passkeys: [], recoveryCodes: null });
    expect((await steps.login(owner)).headers['set-authorization']).toBeDefined();
    await mailTo(owner, /application d’authentification a été retirée/);
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
    expect(told(await testCode(owner, 'AAAAA-AAAAA'))).toEqual([422, 'WrongSecondFactor']);
    expect(await read(owner)).toMatchObject({ recoveryCodes: { left: 10 } });
  });

  it('are tested five times an hour at most when they are wrong', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    for (let count = 0; count < 5; count += 1) await testCode(owner, 'AAAAA-AAAAA');
    expect(told(await testCode(owner, recoveryCodes[0]))).toEqual([429, 'SecondFactorRateLimitExceeded']);
  });

  it('are renewed all together: those before end', async () => {
    const { owner, recoveryCodes } = await steps.makeProtected();
    const renewed = await steps.factor('POST', '/recovery-codes', owner, { password });
    const { recoveryCodes: fresh } = renewed.json<{ recoveryCodes: string[] }>();
    expect(fresh).toHaveLength(10);
    expect(fresh.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect(told(await testCode(owner, recoveryCodes[0]))).toEqual([422, 'WrongSecondFactor']);
    expect((await testCode(owner, fresh[0])).statusCode).toBe(204);
    await mailTo(owner, /codes de secours ont été renouvelés/);
    expect(await actionsOf(owner)).toContain('second-factor.codes-renewed');
  });

  it('belong to one owner', async () => {
    const [mine, other] = [await steps.makeProtected(), await steps.makeProtected()];
    expect(told(await testCode(other.owner, mine.recoveryCodes[0]))).toEqual([422, 'WrongSecondFactor']);
  });
});

describe('a passkey', () => {
  const answerTo = (
    device: PasskeyDevice,
    { signInId, passkeyOptions = {} }: Awaited<ReturnType<typeof steps.begin>>,
  ) => steps.give({ signInId, method: 'PASSKEY', response: device.answer(passkeyOptions) });

  it('is made for this host, with the user verified, and comes with recovery codes as the first factor', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', owner, { password });
    expect(begun.json<{ options: object }>().options).toMatchObject({
      rp: { name: 'Pérenne', id: 'safe.example' },
      user: { name: owner.email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    });
    const { added } = await steps.addPasskey(owner);
    expect(added.recoveryCodes).toHaveLength(10);
    expect(await read(owner)).toMatchObject({
      passkeys: [{ id: added.passkey.id, name: 'Mon téléphone', lastUsedAt: null }],
      recoveryCodes: { left: 10 },
    });
    await mailTo(owner, /clé d’accès a été ajoutée/);
  });

  it('signs in, each answer once', async () => {
    const owner = await makeOwner(test);
    const { device } = await steps.addPasskey(owner);
    const begun = await steps.begin(owner);
    expect(begun.methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(begun.passkeyOptions).toMatchObject({
      rpId: 'safe.example',
      userVerification: 'required',
      allowCredentials: [{ id: device.credentialId.toString('base64url'), transports: ['internal'] }],
    });
    const response = device.answer(begun.passkeyOptions ?? {});
    const given = await steps.give({ signInId: begun.signInId, method: 'PASSKEY', response });
    expect(given.headers['set-authorization']).toBeDefined();
    const next = await steps.begin(owner);
    const replayed = await steps.give({ signInId: next.signInId, method: 'PASSKEY', response });
    expect(told(replayed)).toEqual([422, 'WrongSecondFactor']);
    expect((await answerTo(device, next)).statusCode).toBe(200);
    expect((await read(owner))['passkeys']).toMatchObject([{ lastUsedAt: expect.any(String) as string }]);
  });

  it('is refused when it counts backwards: it was copied', async () => {
    const owner = await makeOwner(test);
    const { device } = await steps.addPasskey(owner);
    device.counter = 7;
    expect((await answerTo(device, await steps.begin(owner))).statusCode).toBe(200);
    device.counter = 3;
    expect(told(await answerTo(device, await steps.begin(owner)))).toEqual([422, 'WrongSecondFactor']);
  });

  it('that counts nothing, as synchronised ones do, signs in again and again', async () => {
    const owner = await makeOwner(test);
    const { device } = await steps.addPasskey(owner);
    for (let count = 0; count < 3; count += 1) {
      device.counter = -1;
      expect((await answerTo(device, await steps.begin(owner))).statusCode).toBe(200);
    }
  });

  it.each([
    ['made for another page', { origin: 'https://evil.example', rpId: 'safe.example' }],
    ['made for another host', { origin: 'https://safe.example', rpId: 'evil.example' }],
  ])('is not kept when it was %s', async (_what, page) => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', owner, { password });
    const { options } = begun.json<{ options: Record<string, unknown> }>();
    const response = new PasskeyDevice(page).create(options);
    const refused = await steps.factor('POST', '/passkeys/confirm', owner, { name: 'Clé', response });
    expect(told(refused)).toEqual([422, 'WrongSecondFactor']);
    expect((await read(owner))['passkeys']).toEqual([]);
  });

  it('is not kept, and does not sign in, where the device did not verify its user', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', owner, { password });
    const { options } = begun.json<{ options: Record<string, unknown> }>();
    const careless = new PasskeyDevice();
    careless.verifiesUser = false;
    const refused = await steps.factor('POST', '/passkeys/confirm', owner, {
      name: 'Clé',
      response: careless.create(options),
    });
    expect(told(refused)).toEqual([422, 'WrongSecondFactor']);
    const { device } = await steps.addPasskey(owner);
    device.verifiesUser = false;
    expect(told(await answerTo(device, await steps.begin(owner)))).toEqual([422, 'WrongSecondFactor']);
  });

  it.each([{}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } }])(
    'is told from what is none: %j',
    async (response) => {
      const owner = await makeOwner(test);
      await steps.addPasskey(owner);
      const { signInId } = await steps.begin(owner);
      expect(told(await steps.give({ signInId, method: 'PASSKEY', response }))).toEqual([422, 'WrongSecondFactor']);
    },
  );

  it('of another owner does not sign in', async () => {
    const [mine, other] = [await makeOwner(test), await makeOwner(test)];
    const { device } = await steps.addPasskey(mine);
    await steps.addPasskey(other);
    expect(told(await answerTo(device, await steps.begin(other)))).toEqual([422, 'WrongSecondFactor']);
  });

  it('is renamed, and removed with the owner told; another owner’s is not found', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const { added, device } = await steps.addPasskey(owner);
    await steps.addPasskey(owner, 'Ordinateur');
    const path = `/passkeys/${added.passkey.id}`;
    expect(told(await steps.factor('PATCH', path, other, { name: 'À moi' }))).toEqual([404, 'EntityNotFound']);
    expect(told(await steps.factor('DELETE', path, other, { password }))).toEqual([404, 'EntityNotFound']);
    const renamed = await steps.factor('PATCH', path, owner, { name: 'Téléphone pro' });
    expect(renamed.json()).toMatchObject({ id: added.passkey.id, name: 'Téléphone pro' });
    const begun = await steps.begin(owner);
    expect((await answerTo(device, begun)).statusCode).toBe(200);
    expect((await steps.factor('DELETE', path, owner, { password })).statusCode).toBe(204);
    expect(await read(owner)).toMatchObject({ passkeys: [{ name: 'Ordinateur' }], recoveryCodes: { left: 10 } });
    await mailTo(owner, /clé d’accès a été retirée/);
  });
});
