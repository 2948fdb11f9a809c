import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword as password, type TestOwner } from '../../../../testing/people/makers.ts';
import { PasskeyDevice } from '../../../../testing/people/passkey-device.ts';
import { secondFactorSteps } from '../../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

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

describe('a passkey', () => {
  const answerTo = (
    device: PasskeyDevice,
    { signInId, passkeyOptions = {} }: Awaited<ReturnType<typeof steps.begin>>,
  ) => steps.give({ signInId, method: 'PASSKEY', response: device.answer(passkeyOptions) });

  it('is made for this host, with the user verified, and comes with recovery codes as the first factor', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', owner, await steps.newFactorProof(owner));
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
    expect(statusAndCode(replayed)).toEqual([422, 'WrongSecondFactor']);
    expect((await answerTo(device, next)).statusCode).toBe(200);
    expect((await read(owner))['passkeys']).toMatchObject([{ lastUsedAt: expect.any(String) as string }]);
  });

  it('goes on signing in while wrong codes of whoever has the password have closed the codes', async () => {
    const owner = await makeOwner(test);
    const { secret } = await steps.addTotp(owner);
    const { device } = await steps.addPasskey(owner);
    const giveCode = async (code: string) => {
      const { signInId } = await steps.begin(owner);
      return statusAndCode(await steps.give({ signInId, method: 'TOTP', code }));
    };
    for (let count = 0; count < 5; count += 1) expect(await giveCode('000000')).toEqual([422, 'WrongSecondFactor']);
    const closed = [429, 'SecondFactorRateLimitExceeded'];
    expect(await giveCode(steps.codeOf(secret))).toEqual(closed);
    expect((await answerTo(device, await steps.begin(owner))).headers['set-authorization']).toBeDefined();
    expect(await giveCode(steps.codeOf(secret))).toEqual(closed);
    const { device: another } = await steps.addPasskey(await makeOwner(test));
    expect(statusAndCode(await answerTo(another, await steps.begin(owner)))).toEqual(closed);
  });

  it('is refused when it counts backwards: it was copied', async () => {
    const owner = await makeOwner(test);
    const { device } = await steps.addPasskey(owner);
    device.counter = 7;
    expect((await answerTo(device, await steps.begin(owner))).statusCode).toBe(200);
    device.counter = 3;
    expect(statusAndCode(await answerTo(device, await steps.begin(owner)))).toEqual([422, 'WrongSecondFactor']);
  });

  it('after the password need not name its owner, and is refused when it names another', async () => {
    const owner = await makeOwner(test);
    const { device } = await steps.addPasskey(owner);
    const { device: another } = await steps.addPasskey(await makeOwner(test));
    device.userHandle = another.userHandle;
    expect(statusAndCode(await answerTo(device, await steps.begin(owner)))).toEqual([422, 'WrongSecondFactor']);
    device.userHandle = undefined;
    expect((await answerTo(device, await steps.begin(owner))).statusCode).toBe(200);
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
    const begun = await steps.factor('POST', '/passkeys/begin', owner, await steps.newFactorProof(owner));
    const { options } = begun.json<{ options: Record<string, unknown> }>();
    const response = new PasskeyDevice(page).create(options);
    const refused = await steps.factor('POST', '/passkeys/confirm', owner, { name: 'Clé', response });
    expect(statusAndCode(refused)).toEqual([422, 'WrongSecondFactor']);
    expect((await read(owner))['passkeys']).toEqual([]);
  });

  it('is not kept, and does not sign in, where the device did not verify its user', async () => {
    const owner = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', owner, await steps.newFactorProof(owner));
    const { options } = begun.json<{ options: Record<string, unknown> }>();
    const careless = new PasskeyDevice();
    careless.verifiesUser = false;
    const refused = await steps.factor('POST', '/passkeys/confirm', owner, {
      name: 'Clé',
      response: careless.create(options),
    });
    expect(statusAndCode(refused)).toEqual([422, 'WrongSecondFactor']);
    const { device } = await steps.addPasskey(owner);
    device.verifiesUser = false;
    expect(statusAndCode(await answerTo(device, await steps.begin(owner)))).toEqual([422, 'WrongSecondFactor']);
  });

  it.each([{}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } }])(
    'is told from what is none: %j',
    async (response) => {
      const owner = await makeOwner(test);
      await steps.addPasskey(owner);
      const { signInId } = await steps.begin(owner);
      expect(statusAndCode(await steps.give({ signInId, method: 'PASSKEY', response }))).toEqual([
        422,
        'WrongSecondFactor',
      ]);
    },
  );

  it('of another owner does not sign in', async () => {
    const [mine, other] = [await makeOwner(test), await makeOwner(test)];
    const { device } = await steps.addPasskey(mine);
    await steps.addPasskey(other);
    expect(statusAndCode(await answerTo(device, await steps.begin(other)))).toEqual([422, 'WrongSecondFactor']);
  });

  it('is renamed, and removed with the owner told; another owner’s is not found', async () => {
    const [owner, other] = [await makeOwner(test), await makeOwner(test)];
    const { added, device } = await steps.addPasskey(owner);
    await steps.addPasskey(owner, 'Ordinateur');
    const path = `/passkeys/${added.passkey.id}`;
    expect(statusAndCode(await steps.factor('PATCH', path, other, { name: 'À moi' }))).toEqual([404, 'EntityNotFound']);
    expect(statusAndCode(await steps.factor('DELETE', path, other, { password }))).toEqual([404, 'EntityNotFound']);
    const renamed = await steps.factor('PATCH', path, owner, { name: 'Téléphone pro' });
    expect(renamed.json()).toMatchObject({ id: added.passkey.id, name: 'Téléphone pro' });
    const begun = await steps.begin(owner);
    expect((await answerTo(device, begun)).statusCode).toBe(200);
    expect((await steps.factor('DELETE', path, owner, { password })).statusCode).toBe(204);
    expect(await read(owner)).toMatchObject({ passkeys: [{ name: 'Ordinateur' }], recoveryCodes: { left: 10 } });
    await mailTo(owner, /clé d’accès a été supprimée/);
  });
});
