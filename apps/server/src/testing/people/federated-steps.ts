import { FederationBrowser, type FederatedTest } from './federation-browser.ts';
import { makeOwner, testPassword, type TestOwner } from './makers.ts';

/** The steps of owners who come by the federation. */
export function federatedSteps(test: FederatedTest) {
  const newBrowser = () => new FederationBrowser(test);

  const login = (browser: FederationBrowser, owner: TestOwner, franceConnectSub?: string) =>
    browser.call('POST', 'login', {
      body: { email: owner.email, password: testPassword, ...(franceConnectSub !== undefined && { franceConnectSub }) },
    });

  /** An owner whose identity is linked, and the browser that it was linked in. */
  async function makeLinked() {
    const owner = await makeOwner(test);
    const person = test.makePerson({ email: owner.email });
    const browser = newBrowser();
    await browser.signIn(person);
    const linked = await login(browser, owner, person.sub);
    if (linked.statusCode !== 200 || linked.body !== '{}') throw new Error(linked.body);
    return { owner, person, browser, token: String(linked.headers['set-authorization']) };
  }

  const actionsOf = async (token: string): Promise<string[]> => {
    const answer = await newBrowser().call('GET', 'user/journal?limit=200', { token });
    return answer.json<{ items: Array<{ action: string }> }>().items.map(({ action }) => action);
  };

  const isFederated = async (token: string) =>
    (await newBrowser().call('GET', 'user/profile', { token })).json<{ federated: boolean }>().federated;

  return { login, makeLinked, actionsOf, isFederated };
}
