import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { federatedSteps } from '../../../testing/people/federated-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';
import { openLinksIn } from '../../../testing/people/links.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';

const v1 = '/backend/api/v1';

let test: FederatedTest;
let steps: ReturnType<typeof federatedSteps>;
beforeAll(async () => {
  test = await createFederatedTest();
  steps = federatedSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, payload, headers });
const textTo = (email: string) =>
  test.mails
    .filter(({ to }) => to === email)
    .map(({ text }) => text)
    .join('\n');

/** A thief who has the password makes an address of their own the login. */
async function takeAddress({ headers }: TestOwner, email: string): Promise<void> {
  await post('user/email-change/request-code', { email, password: testPassword }, headers);
  await expect.poll(() => textTo(email)).toMatch(/\b\d{6}\b/);
  const [code = ''] = /\b\d{6}\b/.exec(textTo(email)) ?? [];
  const proved = await post('user/email-change/verify-code', { code }, headers);
  if (proved.statusCode !== 204) throw new Error(proved.body);
}

const undoOf = async (email: string, undoes: string) =>
  (await openLinksIn(test, textTo(email))).find((opened) => opened.undoes === undoes)?.token;

/** The identity opens nothing, in the browser that linked it and in another. */
async function expectShut(person: ReturnType<FederatedTest['makePerson']>, browser: FederationBrowser): Promise<void> {
  for (const each of [browser, new FederationBrowser(test)]) {
    const { user } = (await each.signIn(person)).json<{ user?: { userToken?: string } }>();
    expect(user?.userToken).toBeUndefined();
  }
}

describe('a thief who has linked an identity of the federation to a stolen safe', () => {
  it('is shut out by the link that undoes the change of address', async () => {
    const owner = await makeOwner(test);
    const email = `voleur.${owner.safeId}@example.org`;
    await takeAddress(owner, email);
    const person = test.makePerson({ email });
    const browser = new FederationBrowser(test);
    await browser.signIn(person);
    expect((await steps.login(browser, { ...owner, email }, person.sub)).body).toBe('{}');
    await expect.poll(() => undoOf(owner.email, 'email')).toBeDefined();
    const token = await undoOf(owner.email, 'email');
    expect((await post('user/email-change/undo', { token })).statusCode).toBe(204);
    await expectShut(person, browser);
  });

  it('is shut out by the link of the mail that the identity was linked', async () => {
    const { owner, person, browser, token } = await steps.makeLinked();
    await expect.poll(() => undoOf(owner.email, 'second-factor')).toBeDefined();
    const undone = await post('user/second-factor/undo', { token: await undoOf(owner.email, 'second-factor') });
    expect(undone.statusCode).toBe(204);
    await expectShut(person, browser);
    const profile = await test.app.inject({
      url: `${v1}/user/profile`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(profile.statusCode).toBe(401);
    const actions = await test.platform.db.selectFrom('federated_identities').select('safe_id').execute();
    expect(actions.map(({ safe_id }) => safe_id)).not.toContain(owner.safeId);
  });

  it('leaves an identity that its owner linked before', async () => {
    const { owner, person, token } = await steps.makeLinked();
    test.clock.advance(60_000);
    await takeAddress(
      { ...owner, headers: { authorization: `Bearer ${token}` } },
      `voleur.${owner.safeId}@example.org`,
    );
    await expect.poll(() => undoOf(owner.email, 'email')).toBeDefined();
    await post('user/email-change/undo', { token: await undoOf(owner.email, 'email') });
    const { user } = (await new FederationBrowser(test).signIn(person)).json<{ user: { userToken?: string } }>();
    expect(user.userToken).toEqual(expect.any(String));
  });
});
