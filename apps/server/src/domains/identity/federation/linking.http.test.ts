import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../testing/people/activation-steps.ts';
import { federatedSteps } from '../../../testing/people/federated-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';
import { makeOwner } from '../../../testing/people/makers.ts';

const minute = 60_000;

let test: FederatedTest;
let steps: ReturnType<typeof federatedSteps>;
beforeAll(async () => {
  test = await createFederatedTest();
  steps = federatedSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

const newBrowser = () => new FederationBrowser(test);

describe('linking at sign-in', () => {
  it('links what this browser has just completed, tells the owner, and the journal', async () => {
    const { owner, token } = await steps.makeLinked();
    expect(await steps.isFederated(token)).toBe(true);
    expect(await steps.actionsOf(token)).toContain('federation.linked');
    const subject = 'FranceConnect est activé sur votre coffre';
    const mail = await waitFor(() => test.mails.find((each) => each.to === owner.email && each.subject === subject));
    expect(mail.text).toContain('https://safe.example/account/france-connect');
  });

  it.each([
    ['e-mail', { email: 'elsewhere@example.org' }],
    ['birth date', { birthDate: '1988-04-13' }],
  ])('links nothing where the %s differs, and warns', async (_what, other) => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email, ...other });
    const browser = newBrowser();
    await browser.signIn(person);
    const answer = await steps.login(browser, owner, person.sub);
    expect([answer.statusCode, answer.json()]).toEqual([200, { warnings: ['FranceConnectError'] }]);
    expect(await steps.isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('links nothing by a sub that this browser has not completed', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const elsewhere = newBrowser();
    await elsewhere.signIn(person);
    const browser = newBrowser();
    await browser.signIn(test.makePerson({}));
    for (const [by, sub] of [
      [browser, person.sub],
      [newBrowser(), person.sub],
      [elsewhere, 'another-sub'],
    ] as const) {
      const answer = await steps.login(by, owner, sub);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await steps.isFederated(String(answer.headers['set-authorization']))).toBe(false);
    }
  });

  it('links nothing after ten minutes', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    test.clock.advance(10 * minute);
    const answer = await steps.login(browser, owner, person.sub);
    expect(answer.json()).toEqual({});
    expect(await steps.isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('links nothing once the owner has signed out of that browser', async () => {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    await browser.call('POST', 'auth/logout', { token: owner.token });
    expect(browser.ourCookies()).not.toContain('__Host-perenne-fc-return');
    const answer = await steps.login(browser, owner, person.sub);
    expect(await steps.isFederated(String(answer.headers['set-authorization']))).toBe(false);
  });

  it('gives an identity to one safe only', async () => {
    const { person, browser } = await steps.makeLinked();
    const other = await makeOwner(test);
    await browser.signIn(person);
    const answer = await steps.login(browser, other, person.sub);
    expect(answer.json()).toEqual({ warnings: ['FranceConnectError'] });
  });
});
