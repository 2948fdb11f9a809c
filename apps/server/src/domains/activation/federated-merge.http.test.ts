import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenOf, statusAndCode } from '../../testing/people/activation-steps.ts';
import { federatedSteps } from '../../testing/people/federated-steps.ts';
import { createFederatedTest, FederationBrowser, type FederatedTest } from '../../testing/people/federation-browser.ts';
import { testPassword, type TestOwner } from '../../testing/people/makers.ts';

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
  await test.startWorker();
});
afterAll(() => test.close());

type Merged = { mergeToken: string; mergeInfo: { firstName: string } };

const prove = (browser: FederationBrowser, token: string) =>
  browser.call('POST', 'activation/login-to-merge', { token, body: { franceConnect: true } });

const change = ({ safeId }: TestOwner, changed: { wrong_passwords: number } | { email_verified_at: null }) =>
  test.platform.db.updateTable('accounts').set(changed).where('safe_id', '=', safeId).execute();

describe('the safe of who comes back with the federation', () => {
  it('is proved by it, in the browser that came back', async () => {
    const { owner, person } = await federatedSteps(test).makeLinked();
    const browser = new FederationBrowser(test);
    const token = await test.steps.beginWell();
    expect(statusAndCode(await prove(browser, token))).toEqual([422, 'FranceConnectError']);
    await browser.signIn(person);
    expect(statusAndCode(await prove(new FederationBrowser(test), token))).toEqual([422, 'FranceConnectError']);
    const proved = await prove(browser, token);
    expect(proved.json()).toMatchObject({ mergeInfo: { firstName: 'Camille', nbDocs: 0 } });
    const { mergeToken } = proved.json<Merged>();
    // A page that is loaded again asks again.
    expect((await prove(browser, token)).statusCode).toBe(200);
    const headers = { 'x-user-to-merge-token': mergeToken };
    const merged = await browser.call('POST', 'activation/merge', { token, headers, body: { termsAccepted: true } });
    expect(merged.statusCode).toBe(204);
    expect(statusAndCode(await prove(browser, await test.steps.beginWell()))).toEqual([422, 'FranceConnectError']);
    expect(decodeJwt(newTokenOf(merged)).sub).toBe(owner.safeId);
  });

  it('is none where the identity is linked to none', async () => {
    const browser = new FederationBrowser(test);
    await browser.signIn(test.makePerson({}));
    expect(statusAndCode(await prove(browser, await test.steps.beginWell()))).toEqual([422, 'FranceConnectError']);
  });

  it.each(['auth/sessions', 'auth/sessions/current', 'user'])(
    'is forgotten in every browser when its owner calls DELETE %s',
    async (path) => {
      const { owner, person } = await federatedSteps(test).makeLinked();
      const [mine, other] = [new FederationBrowser(test), new FederationBrowser(test)];
      const token = newTokenOf(await mine.signIn(person));
      await other.signIn(person);
      const url = path.replace('current', String(decodeJwt(token)['sid']));
      const body = path === 'user' ? { body: { password: testPassword, acknowledged: true } } : {};
      expect((await mine.call('DELETE', url, { token, ...body })).statusCode).toBe(204);
      for (const browser of [mine, other])
        expect(statusAndCode(await prove(browser, await test.steps.beginWell()))).toEqual([422, 'FranceConnectError']);
      expect(owner.safeId).toBe(decodeJwt(token).sub);
    },
  );

  it.each([
    ['is not refused for wrong passwords of others', { wrong_passwords: 10 }, 200],
    ['is refused as after the right password', { email_verified_at: null }, 409],
  ])('%s: %j', async (_what, changed, status) => {
    const { owner, person } = await federatedSteps(test).makeLinked();
    const browser = new FederationBrowser(test);
    await browser.signIn(person);
    await change(owner, changed);
    expect((await prove(browser, await test.steps.beginWell())).statusCode).toBe(status);
  });
});
