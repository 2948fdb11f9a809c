import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import {
  createFederatedTest,
  FederationBrowser,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';

const minute = 60_000;
const refused = [422, 'FranceConnectError'];

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
});
afterAll(() => test.close());

const newBrowser = () => new FederationBrowser(test);

describe('what comes back from the federation is refused', () => {
  it('when the person cancels there', async () => {
    const browser = newBrowser();
    const query = await browser.answer(await browser.begin(), { answer: 'cancel' });
    expect(query.get('error')).toBe('access_denied');
    expect(statusAndCode(await browser.finish(query))).toEqual(refused);
  });

  it('when it is an error', async () => {
    const browser = newBrowser();
    const state = String((await browser.begin()).searchParams.get('state'));
    expect(statusAndCode(await browser.finish({ error: 'server_error', state }))).toEqual(refused);
  });

  it('with a state that was never given, or none', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(statusAndCode(await browser.finish({ ...Object.fromEntries(query), state: 'another' }))).toEqual(refused);
    query.delete('state');
    expect(statusAndCode(await browser.finish(query))).toEqual(refused);
  });

  it('without the cookie, or with that of another browser', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    const other = newBrowser();
    expect(statusAndCode(await other.finish(query))).toEqual(refused);
    await other.begin();
    expect(statusAndCode(await other.finish(query))).toEqual(refused);
    // Nothing of that used it up.
    expect((await browser.finish(query)).statusCode).toBe(200);
  });

  it('a second time', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    const answers = await Promise.all([browser.finish(query), browser.finish(query)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(statusAndCode(await browser.finish(query))).toEqual(refused);
  });

  it('after ten minutes', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    test.clock.advance(10 * minute);
    expect(statusAndCode(await browser.finish(query))).toEqual(refused);
  });

  it('with a code that the federation does not know', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(statusAndCode(await browser.finish({ ...Object.fromEntries(query), code: 'x'.repeat(43) }))).toEqual(
      refused,
    );
  });

  it('with another nonce than the one that was asked for', async () => {
    const browser = newBrowser();
    const url = await browser.begin();
    url.searchParams.set('nonce', 'n'.repeat(43));
    expect(statusAndCode(await browser.finish(await browser.signInThere(url, test.makePerson({}))))).toEqual(refused);
  });

  it('from another issuer', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    expect(statusAndCode(await browser.finish({ ...Object.fromEntries(query), iss: 'https://other.example' }))).toEqual(
      refused,
    );
  });

  it('is finished without the issuer, which a page need not tell', async () => {
    const browser = newBrowser();
    const query = await browser.comeBack(test.makePerson({}));
    query.delete('iss');
    expect((await browser.finish(query)).statusCode).toBe(200);
  });
});
