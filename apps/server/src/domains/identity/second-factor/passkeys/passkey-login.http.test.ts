import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../../testing/people/activation-steps.ts';
import { makeOwner } from '../../../../testing/people/makers.ts';
import { PasskeyDevice } from '../../../../testing/people/passkey-device.ts';
import { secondFactorSteps } from '../../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { TestBrowser } from '../../../../testing/test-browser.ts';

let test: TestApp;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = secondFactorSteps(test);
});
afterAll(() => test.close());

type Options = Record<string, unknown> & { challenge: string };

async function begin(headers: Record<string, string> = {}): Promise<Options> {
  const answer = await steps.send('POST', 'login/passkey/begin', { headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ options: Options }>().options;
}

const finish = (response: object, headers: Record<string, string> = {}) =>
  steps.send('POST', 'login/passkey/finish', { headers, payload: { response } });

const readProfile = (token: unknown) => steps.send('GET', 'user/profile', { token: String(token) });

async function makeHolder() {
  const owner = await makeOwner(test);
  return { owner, ...(await steps.addPasskey(owner)) };
}

describe('a sign-in by a passkey alone', () => {
  it('asks everybody the same, names nobody, and lets in whose passkey answers', async () => {
    const { owner, device } = await makeHolder();
    const options = await begin();
    expect(options).toMatchObject({ rpId: 'safe.example', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answer = await finish(device.answer(options));
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    const profile = await readProfile(answer.headers['set-authorization']);
    expect(profile.json()).toMatchObject({ email: owner.email });
    const list = (await steps.factor('GET', '', owner)).json<{ passkeys: Array<{ lastUsedAt: string | null }> }>();
    expect(list.passkeys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([expect.any(String)]);
  });

  it('asks for nothing more of who has an application too', async () => {
    const { owner, device } = await makeHolder();
    await steps.addTotp(owner);
    const answer = await finish(device.answer(await begin()));
    expect((await readProfile(answer.headers['set-authorization'])).statusCode).toBe(200);
  });

  it('stays open while wrong passwords have closed the way by password', async () => {
    const { owner, device } = await makeHolder();
    for (let count = 0; count < 10; count += 1)
      await steps.send('POST', 'login', { payload: { email: owner.email, password: 'wrong' } });
    expect(statusAndCode(await steps.login(owner))).toEqual([403, 'AccountLocked']);
    const answer = await finish(device.answer(await begin()));
    expect((await readProfile(answer.headers['set-authorization'])).statusCode).toBe(200);
    expect(statusAndCode(await steps.login(owner))).toEqual([403, 'AccountLocked']);
  });

  it('takes each answer once, also at the same time', async () => {
    const { device } = await makeHolder();
    const response = device.answer(await begin());
    const answers = await Promise.all([finish(response), finish(response)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
    expect(statusAndCode(await finish(response))).toEqual([401, 'Unauthorized']);
  });

  it('takes each question once, of a passkey that counts nothing too', async () => {
    const { device } = await makeHolder();
    device.counter = -1;
    const options = await begin();
    const first = device.answer(options);
    device.counter = -1;
    expect((await finish(first)).statusCode).toBe(200);
    expect(statusAndCode(await finish(device.answer(options)))).toEqual([401, 'Unauthorized']);
  });

  it('takes no answer after five minutes, nor one to a question of its own making', async () => {
    const { device } = await makeHolder();
    const options = await begin();
    const altered = Buffer.from(options.challenge, 'base64url');
    altered.writeUInt8(altered.readUInt8(21) ^ 1, 21);
    for (const challenge of [altered.toString('base64url'), 'AAAA', ''])
      expect(statusAndCode(await finish(device.answer({ challenge })))).toEqual([401, 'Unauthorized']);
    const response = device.answer(options);
    test.clock.advance(5 * 60_000 + 1);
    expect(statusAndCode(await finish(response))).toEqual([401, 'Unauthorized']);
  });

  it('takes no answer of another browser than the one that asked', async () => {
    const { device } = await makeHolder();
    const [mine, other] = [new TestBrowser(test), new TestBrowser(test)];
    const { options } = (await mine.call('login/passkey/begin')).json<{ options: Options }>();
    const payload = { response: device.answer(options) };
    expect(statusAndCode(await other.call('login/passkey/finish', { payload }))).toEqual([401, 'Unauthorized']);
    expect((await mine.call('login/passkey/finish', { payload })).statusCode).toBe(200);
  });

  it.each([
    ['of nobody', (_device: PasskeyDevice, options: Options) => new PasskeyDevice().answer(options)],
    [
      'of another that takes its name',
      (device: PasskeyDevice, options: Options) => ({
        ...new PasskeyDevice().answer(options),
        id: device.credentialId.toString('base64url'),
        rawId: device.credentialId.toString('base64url'),
      }),
    ],
    [
      'that did not verify its user',
      (device: PasskeyDevice, options: Options) => {
        device.verifiesUser = false;
        return device.answer(options);
      },
    ],
    [
      'that names another owner',
      (device: PasskeyDevice, options: Options) => {
        device.userHandle = Buffer.alloc(32, 'x').toString('base64url');
        return device.answer(options);
      },
    ],
    [
      'that names no owner',
      (device: PasskeyDevice, options: Options) => {
        device.userHandle = undefined;
        return device.answer(options);
      },
    ],
    ['that is no answer', () => ({})],
    [
      'whose data are no JSON',
      (device: PasskeyDevice, options: Options) => {
        const answer = device.answer(options);
        return { ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } };
      },
    ],
  ])('refuses a passkey %s, and writes nothing in a journal', async (_what, answerOf) => {
    const { owner, device } = await makeHolder();
    const refused = await finish(answerOf(device, await begin()));
    expect(statusAndCode(refused)).toEqual([401, 'Unauthorized']);
    expect(refused.headers['set-authorization']).toBeUndefined();
    const { items } = (await steps.send('GET', 'user/journal', { token: owner.token })).json<{
      items: Array<{ action: string }>;
    }>();
    expect(items.map(({ action }) => action)).toContain('second-factor.added');
    expect(items.map(({ action }) => action)).not.toContain('session.refused');
  });

  it('finds a passkey of an earlier release once it was used after a password', async () => {
    const { owner, device } = await makeHolder();
    const { db } = test.platform;
    await db.updateTable('second_factors').set({ credential_tag: null }).where('safe_id', '=', owner.safeId).execute();
    expect(statusAndCode(await finish(device.answer(await begin())))).toEqual([401, 'Unauthorized']);
    const { signInId, passkeyOptions = {} } = await steps.begin(owner);
    await steps.give({ signInId, method: 'PASSKEY', response: device.answer(passkeyOptions) });
    expect((await finish(device.answer(await begin()))).statusCode).toBe(200);
  });

  it('opens nothing with a passkey that its owner removed', async () => {
    const { owner, device, added } = await makeHolder();
    await steps.factor('DELETE', `/passkeys/${added.passkey.id}`, owner, { password: owner.password });
    expect(statusAndCode(await finish(device.answer(await begin())))).toEqual([401, 'Unauthorized']);
  });

  it('lets nobody keep a passkey that is somebody’s already', async () => {
    const { device } = await makeHolder();
    const other = await makeOwner(test);
    const begun = await steps.factor('POST', '/passkeys/begin', other, await steps.newFactorProof(other));
    const response = device.create(begun.json<{ options: Options }>().options);
    const kept = await steps.factor('POST', '/passkeys/confirm', other, { name: 'La sienne', response });
    expect(statusAndCode(kept)).toEqual([422, 'WrongSecondFactor']);
  });

  it('sends the owner of an account of another version there', async () => {
    const { owner, device } = await makeHolder();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ other_version: true }).where('safe_id', '=', owner.safeId).execute();
    test.platform.settings.otherVersionUrl = 'https://other.example/';
    const answer = await finish(device.answer(await begin()));
    test.platform.settings.otherVersionUrl = null;
    expect(answer.json()).toEqual({ loginUrl: 'https://other.example/' });
    expect(answer.headers['set-authorization']).toBeUndefined();
  });

  it('gives who must change the address a token that opens no more than that', async () => {
    const { owner, device } = await makeHolder();
    const { db } = test.platform;
    await db.updateTable('accounts').set({ email_verified_at: null }).where('safe_id', '=', owner.safeId).execute();
    const { headers } = await finish(device.answer(await begin()));
    expect(statusAndCode(await readProfile(headers['set-authorization']))).toEqual([401, 'AuthTokenNotValid']);
    const asked = { token: String(headers['set-authorization']), payload: { email: `${owner.safeId}@example.org` } };
    expect((await steps.send('POST', 'user/request-email-change', asked)).statusCode).toBe(204);
  });
});
