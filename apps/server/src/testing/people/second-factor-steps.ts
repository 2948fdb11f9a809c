import { Secret, TOTP } from 'otpauth';
import { requestCode } from '../../domains/identity/attempts/codes.ts';
import { secondFactorCodeOf } from '../../domains/identity/account/owner-codes.ts';
import { listFactors } from '../../domains/identity/second-factor/factors.store.ts';
import { makeOwner, testPassword, type TestOwner } from './makers.ts';
import { PasskeyDevice } from './passkey-device.ts';
import type { TestApp } from '../test-app.ts';

export type Challenge = { signInId: string; methods: string[]; passkeyOptions?: Record<string, unknown> };

type Sending = { token?: string; headers?: Record<string, string> };
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The steps of owners with a second factor, as a browser would take them. */
export function secondFactorSteps(test: TestApp) {
  const send = (method: Method, path: string, { token, headers = {}, ...sent }: Sending & { payload?: object } = {}) =>
    test.app.inject({
      method,
      url: `/backend/api/v1/${path}`,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...sent,
    });

  const factor = (method: Method, path: string, owner: Pick<TestOwner, 'token'>, payload?: object) =>
    send(method, `user/second-factor${path}`, { token: owner.token, ...(payload && { payload }) });

  /** The code that the application shows now, or so many steps from now. */
  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: test.clock.now().getTime() + steps * 30_000,
    });

  /** The proof that a first factor needs: the password and the mailed code. Another one needs the password alone. */
  async function newFactorProof({ safeId }: Pick<TestOwner, 'safeId'>): Promise<{ password: string; code?: string }> {
    const { platform } = test;
    if ((await listFactors(platform.db, safeId)).length > 0) return { password: testPassword };
    const asked = { ...secondFactorCodeOf(safeId), subject: null };
    const { code } = await platform.db.transaction().execute((tx) => requestCode(tx, platform, asked));
    return { password: testPassword, code };
  }

  async function addTotp(owner: TestOwner): Promise<{ secret: string; recoveryCodes: string[] }> {
    const begun = await factor('POST', '/totp/begin', owner, await newFactorProof(owner));
    const { secret } = begun.json<{ secret: string }>();
    const confirmed = await factor('POST', '/totp/confirm', owner, { code: codeOf(secret) });
    if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
    // The code that confirmed has served.
    test.clock.advance(30_000);
    return { secret, recoveryCodes: confirmed.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [] };
  }

  async function addPasskey(owner: TestOwner, name = 'Mon téléphone') {
    const device = new PasskeyDevice();
    const begun = await factor('POST', '/passkeys/begin', owner, await newFactorProof(owner));
    const { options } = begun.json<{ options: Record<string, unknown> }>();
    const added = await factor('POST', '/passkeys/confirm', owner, { name, response: device.create(options) });
    if (added.statusCode !== 201) throw new Error(added.body);
    return { device, added: added.json<{ passkey: { id: string }; recoveryCodes?: string[] }>() };
  }

  const login = (owner: Pick<TestOwner, 'email'>, headers: Record<string, string> = {}) =>
    send('POST', 'login', { headers, payload: { email: owner.email, password: testPassword } });

  async function begin(owner: TestOwner, headers?: Record<string, string>): Promise<Challenge> {
    const answer = await login(owner, headers);
    const { secondFactor } = answer.json<{ secondFactor?: Challenge }>();
    if (!secondFactor || answer.headers['set-authorization']) throw new Error(answer.body);
    return secondFactor;
  }

  const give = (proof: object, headers: Record<string, string> = {}) =>
    send('POST', 'login/second-factor', { headers, payload: proof });

  async function makeProtected() {
    const owner = await makeOwner(test);
    return { owner, ...(await addTotp(owner)) };
  }

  return { send, factor, codeOf, newFactorProof, addTotp, addPasskey, login, begin, give, makeProtected };
}
