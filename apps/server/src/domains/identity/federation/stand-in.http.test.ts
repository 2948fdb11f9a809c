import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFederatedTest,
  FederationBrowser,
  locationOf,
  type FederatedTest,
} from '../../../testing/people/federation-browser.ts';

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
});
afterAll(() => test.close());

const newBrowser = () => new FederationBrowser(test);

describe('the stand-in is as strict as FranceConnect', () => {
  const asked = async (change: (query: URLSearchParams) => void) => {
    const browser = newBrowser();
    const url = await browser.begin();
    change(url.searchParams);
    const response = await browser.visit(url);
    return { status: response.status, html: await response.text(), policy: response.headers };
  };

  it.each([
    ['code_challenge', 'x'.repeat(43)],
    ['response_mode', 'query'],
    ['anything', '1'],
  ])('and refuses the parameter %s', async (name, value) => {
    const { status, html } = await asked((query) => query.set(name, value));
    expect(status).toBe(400);
    expect(html).toContain(`${name}: unknown parameter`);
  });

  it.each(['state', 'nonce', 'acr_values', 'scope', 'redirect_uri'])('and requires %s', async (name) => {
    const { status, html } = await asked((query) => query.delete(name));
    expect([status, html.includes(`${name}: missing parameter`)]).toEqual([400, true]);
  });

  it.each([
    ['nonce', 'n'.repeat(21)],
    ['acr_values', 'eidas2'],
    ['scope', 'openid address'],
    ['redirect_uri', 'https://other.example/france-connect'],
  ])('and refuses a wrong %s', async (name, value) => {
    expect((await asked((query) => query.set(name, value))).status).toBe(400);
  });

  it('shows pages under a strict policy, in the language of the browser, and tells a wrong password', async () => {
    const browser = newBrowser();
    const url = await browser.begin();
    const page = locationOf(await browser.visit(url), url);
    const french = await browser.visit(page);
    expect(french.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(french.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await french.text();
    expect(html).toContain('<html lang="fr">');
    expect(html).not.toMatch(/<style|style="|<script>/);
    const wrong = await browser.visit(page, { login: '"><b>', password: 'x', answer: 'sign-in' });
    const said = await wrong.text();
    expect([wrong.status, said.includes('role="alert"'), said.includes('"><b>')]).toEqual([401, true, false]);
    expect((await newBrowser().visit(page)).status).toBe(410);
  });
});
