import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationForm, newTokenOf, statusAndCode } from '../../testing/people/activation-steps.ts';
import { createFederatedTest, FederationBrowser, type FederatedTest } from '../../testing/people/federation-browser.ts';

const minute = 60_000;
const notValid = [401, 'AuthTokenNotValid'];

let test: FederatedTest;
beforeAll(async () => {
  test = await createFederatedTest();
  await test.startWorker();
});
afterAll(() => test.close());

/** Someone whom an employer announced and the federation knows, back from it. */
async function comeBack() {
  const { firstName, lastName, birthDate } = activationForm.profile;
  const email = test.steps.newEmail();
  const pending = await test.steps.makePending({ firstName, lastName, birthDate, email });
  const person = test.makePerson({ firstName, lastName, birthDate, email });
  const answer = await new FederationBrowser(test).signIn(person);
  const { notActivatedUser } = answer.json<{ notActivatedUser?: { notActivatedUserToken: string } }>();
  return { pending, person, email, token: String(notActivatedUser?.notActivatedUserToken) };
}

const begin = (token: string) => test.steps.post('activation/info/france-connect', {}, { token });

async function beginWell(token: string): Promise<string> {
  const answer = await begin(token);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ activationToken: string }>().activationToken;
}

const profileOf = async (token: string) =>
  (await test.steps.get('user/profile', token)).json<{ federated: boolean; email: string }>();

describe('an activation by the federation', () => {
  it('begins as by the code, and the safe is linked once it is open', async () => {
    const { token, person, pending } = await comeBack();
    const info = await begin(token);
    expect(info.json()).toMatchObject({
      profile: { firstName: pending.firstName, lastName: pending.lastName, birthDate: pending.birthDate },
      employer: { refusalAllowed: true },
    });
    const activation = info.json<{ activationToken: string }>().activationToken;
    const personal = test.steps.newEmail();
    await test.steps.proveEmail(activation, personal);
    const opened = await test.steps.post('activation', activationForm, { token: activation });
    expect(opened.statusCode).toBe(204);
    expect(await profileOf(newTokenOf(opened))).toMatchObject({ federated: true, email: personal });
    const { user } = (await new FederationBrowser(test).signIn(person)).json<{ user: { userToken?: string } }>();
    expect(await profileOf(String(user.userToken))).toMatchObject({ federated: true });
  });

  it('still asks for the proof of the personal address, that of the federation too', async () => {
    const { token, email } = await comeBack();
    const activation = await beginWell(token);
    const early = await test.steps.post('activation', activationForm, { token: activation });
    expect(statusAndCode(early)).toEqual([403, 'EmailNotVerified']);
    await test.steps.proveEmail(activation, email);
    expect((await test.steps.post('activation', activationForm, { token: activation })).statusCode).toBe(204);
  });

  it('opens the safe but links nothing to who says another birth date', async () => {
    const { token, email } = await comeBack();
    const activation = await beginWell(token);
    await test.steps.proveEmail(activation, email);
    const profile = { ...activationForm.profile, birthDate: '1991-07-15' };
    const opened = await test.steps.post('activation', { ...activationForm, profile }, { token: activation });
    expect(await profileOf(newTokenOf(opened))).toMatchObject({ federated: false });
  });
});

describe('a not-activated token', () => {
  it('serves once', async () => {
    const { token } = await comeBack();
    const answers = await Promise.all([begin(token), begin(token), begin(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    expect(statusAndCode(await begin(token))).toEqual(notValid);
  });

  it('ends after fifteen minutes', async () => {
    const { token } = await comeBack();
    test.clock.advance(15 * minute);
    expect(statusAndCode(await begin(token))).toEqual(notValid);
  });

  it('ends once the employee has activated by the code', async () => {
    const { token, pending } = await comeBack();
    const newcomer = await test.steps.makeNewcomer(pending);
    expect((await test.steps.post('activation', activationForm, { token: newcomer.token })).statusCode).toBe(204);
    expect(statusAndCode(await begin(token))).toEqual(notValid);
  });

  it('opens no other call', async () => {
    const { token } = await comeBack();
    expect(statusAndCode(await test.steps.get('user/profile', token))).toEqual(notValid);
    const asked = await test.steps.post('activation/email/send-code', { email: 'a@example.org' }, { token });
    expect(statusAndCode(asked)).toEqual(notValid);
  });
});
