import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationForm,
  activationSteps,
  newPassword,
  newTokenOf,
  statusAndCode,
} from '../../../testing/people/activation-steps.ts';
import { linksIn } from '../../../testing/people/links.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';
import { confirmEmployerDomain } from '../../employers/employers.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

let employers = 0;

/** An owner whose login is an address of the employer, which forbids it as a login once `confirm` is called. */
async function makeEmployee() {
  const domain = `morvan-${(employers += 1)}.example`;
  const employer = await createTestEmployer(test);
  const token = await steps.beginWell(await steps.makePending({}, employer));
  const email = `maelle@${domain}`;
  await steps.proveEmail(token, email);
  const activated = await steps.post('activation', activationForm, { token });
  if (activated.statusCode !== 204) throw new Error(activated.body);
  await employer.call('PUT', 'settings', { refusalDisabled: false, emailDomains: [domain] });
  const confirm = () => confirmEmployerDomain(test.platform, { employerId: employer.employerId, domain });
  return { email, token: newTokenOf(activated), confirm };
}

const login = (email: string) => steps.post('login', { email, password: newPassword });

const calls = {
  owner: ['user/email-change/request-code', 'user/email-change/verify-code'],
  invalidUser: ['user/request-email-change', 'user/change-email'],
} as const;

/** The owner moves the login to a personal address. */
async function leave(token: string, by: keyof typeof calls): Promise<string> {
  const email = steps.newEmail();
  const [ask, prove] = calls[by];
  const asked = await steps.post(ask, { email, ...(by === 'owner' && { password: newPassword }) }, { token });
  if (asked.statusCode !== 204) throw new Error(asked.body);
  const proved = await steps.post(prove, { code: await steps.mailedCode(email) }, { token });
  if (proved.statusCode !== 204) throw new Error(proved.body);
  // The mail to the new address is the last of the change.
  await expect
    .poll(() => mailsTo(email).some(({ text }) => text.includes('connectez désormais avec cette adresse')))
    .toBe(true);
  return email;
}

const mailsTo = (email: string) => test.mails.filter(({ to }) => to === email);
const changesTold = (email: string) =>
  mailsTo(email).filter(({ subject }) => subject === 'Votre adresse de connexion a changé');

describe('an employer that reads the mailbox of a former employee', () => {
  it('is mailed no link that brings its address back as the login', async () => {
    const { email, confirm } = await makeEmployee();
    await confirm();
    const left = await leave(newTokenOf(await login(email)), 'invalidUser');
    await expect.poll(() => changesTold(email)).toHaveLength(1);
    expect(changesTold(email)[0]?.text).toContain('contactez l’assistance');
    expect(mailsTo(email).flatMap(({ text }) => linksIn(text))).toEqual([]);
    expect((await login(left)).statusCode).toBe(200);
  });

  it('is mailed none either by an owner who was still signed in, nor at what changes later', async () => {
    const { email, token, confirm } = await makeEmployee();
    await confirm();
    const left = await leave(token, 'owner');
    const password = 'Pavillon-Orange-83?!';
    const changed = await test.app.inject({
      ...{ method: 'PUT', url: '/backend/api/v1/user/password', headers: { authorization: `Bearer ${token}` } },
      payload: { currentPassword: newPassword, password, confirmation: password },
    });
    expect(changed.statusCode).toBe(204);
    await expect.poll(() => mailsTo(left).some(({ text }) => linksIn(text).length > 0)).toBe(true);
    await expect.poll(() => changesTold(email)).toHaveLength(1);
    expect(mailsTo(email).flatMap(({ text }) => linksIn(text))).toEqual([]);
  });

  it('cannot use a link that was mailed before its domain was confirmed', async () => {
    const { email, token, confirm } = await makeEmployee();
    const left = await leave(token, 'owner');
    await expect.poll(() => changesTold(email)).toHaveLength(1);
    const [link = ''] = linksIn(changesTold(email)[0]?.text ?? '');
    await confirm();
    const undone = await steps.post('user/email-change/undo', { token: new URL(link).hash.slice(1) });
    expect(statusAndCode(undone)).toEqual([404, 'EntityNotFound']);
    expect((await login(left)).statusCode).toBe(200);
  });
});
