import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationForm,
  activationSteps,
  newPassword,
  newProfile,
  newTokenOf,
  statusAndCode,
  waitFor,
  type Answer,
} from '../../testing/people/activation-steps.ts';
import { makeOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer } from '../../testing/people/test-employer.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

describe('the activation', () => {
  it('opens the safe and signs in', async () => {
    const pending = await steps.makePending();
    const { token, email } = await steps.makeNewcomer(pending);
    const answer = await steps.post('activation', activationForm, { token, headers: { 'accept-language': 'en' } });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const auth = newTokenOf(answer);
    expect(decodeJwt(auth)).toMatchObject({ type: 'JwtPayloadLoggedUser' });
    expect((await steps.get('user/profile', auth)).json()).toMatchObject({
      ...newProfile,
      phone: '+33639980112',
      email,
      locale: 'en',
      federated: false,
    });
    const { items } = (await steps.get('categories', auth)).json<{ items: Array<{ title: string }> }>();
    expect(items).toHaveLength(8);
    expect(items[0]?.title).toBe('Payslips');
    const journal = (await steps.get('user/journal', auth)).json<{
      items: Array<{ action: string; address?: string }>;
    }>();
    expect(journal.items.map(({ action }) => action)).toEqual([
      'document.listed',
      'session.opened',
      'safe.activated',
      'safe.created',
    ]);
    expect(journal.items[2]?.address).toMatch(/^10\./);
    const signedIn = await steps.post('login', { email, password: newPassword });
    expect(decodeJwt(newTokenOf(signedIn))).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: decodeJwt(auth).sub });
  });

  it('welcomes the owner by mail, in the owner’s language', async () => {
    const { token, email } = await steps.makeNewcomer(await steps.makePending());
    const answer = await steps.post('activation', activationForm, { token, headers: { 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(204);
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === email && subject === 'Your safe is open'),
    );
    expect(mail.text).toContain('/account/safety');
    expect(mail.text).not.toContain('Maëlle');
  });

  it('ends every token and the code of it', async () => {
    const pending = await steps.makePending();
    const other = await steps.beginWell(pending);
    const { token } = await steps.makeNewcomer(pending);
    expect((await steps.post('activation', activationForm, { token })).statusCode).toBe(204);
    for (const ended of [token, other]) {
      const answer = await steps.post('activation', activationForm, { token: ended });
      expect(statusAndCode(answer)).toEqual([401, 'AuthTokenNotValid']);
    }
    expect(statusAndCode(await steps.begin(pending))).toEqual([404, 'EntityNotFound']);
  });

  it('succeeds once of ten at the same instant', async () => {
    const { token, email } = await steps.makeNewcomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => steps.post('activation', activationForm, { token })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 204);
    expect(new Set(refused.map((answer) => statusAndCode(answer).join(' ')))).toEqual(
      new Set(['401 AuthTokenNotValid']),
    );
    expect((await steps.post('login', { email, password: newPassword })).statusCode).toBe(200);
  });

  it('gives one address to one of two who proved it at the same time', async () => {
    const tokens = [await steps.beginWell(), await steps.beginWell()];
    const email = steps.newEmail();
    for (const token of tokens) {
      await steps.proveEmail(token, email);
      test.mails.splice(0);
    }
    const answers = await Promise.all(tokens.map((token) => steps.post('activation', activationForm, { token })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const late = answers.findIndex(({ statusCode }) => statusCode === 409);
    expect(statusAndCode(answers[late] as Answer)).toEqual([409, 'EmailAlreadyExists']);
    const token = String(tokens[late]);
    await steps.proveEmail(token, steps.newEmail());
    expect((await steps.post('activation', activationForm, { token })).statusCode).toBe(204);
  });

  it.each([
    [{ termsAccepted: false }, 400, { code: 'InvalidRequest', field: 'termsAccepted' }],
    [{ confirmation: 'different' }, 400, { code: 'InvalidRequest', field: 'confirmation', params: { rule: 'same' } }],
    [{ password: 'a'.repeat(129), confirmation: 'a'.repeat(129) }, 400, { code: 'InvalidRequest', field: 'password' }],
    [{ profile: { ...newProfile, email: 'a@b.fr' } }, 400, { code: 'InvalidRequest', field: 'profile.email' }],
    [
      { profile: { ...newProfile, birthDate: '2090-01-01' } },
      400,
      { code: 'InvalidRequest', field: 'profile.birthDate' },
    ],
    [{ profile: { ...newProfile, phone: '0123' } }, 422, { code: 'PhoneNumberFormatError', field: 'profile.phone' }],
    [
      { password: 'Court-1!', confirmation: 'Court-1!' },
      422,
      { code: 'PasswordPolicyError', field: 'password', params: { rule: 'length', min: 12 } },
    ],
    [
      { password: 'Ma-MAELLE-2026!', confirmation: 'Ma-MAELLE-2026!' },
      422,
      { code: 'PasswordPolicyError', field: 'password', params: { rule: 'name' } },
    ],
  ])('is refused for %j, and can be tried again', async (change, status, error) => {
    const { token } = await steps.makeNewcomer();
    const refused = await steps.post('activation', { ...activationForm, ...change }, { token });
    expect(refused.statusCode).toBe(status);
    const { errors } = refused.json<{ errors: unknown[] }>();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject(error);
    expect((await steps.post('activation', activationForm, { token })).statusCode).toBe(204);
  });

  it('tells both what differs and what is not accepted', async () => {
    const { token } = await steps.makeNewcomer();
    const answer = await steps.post(
      'activation',
      { ...activationForm, confirmation: 'x', termsAccepted: false },
      { token },
    );
    const { errors } = answer.json<{ errors: Array<{ field: string }> }>();
    expect(errors.map(({ field }) => field).toSorted()).toEqual(['confirmation', 'termsAccepted']);
  });

  it('tells how far the recovery of what waited has come, and how the employer delivers', async () => {
    const strict = await createTestEmployer(test, { name: 'Strict & Fils', refusalDisabled: true });
    const { token } = await steps.makeNewcomer(await steps.makePending({}, strict));
    const auth = newTokenOf(await steps.post('activation', activationForm, { token }));
    expect((await steps.get('activation/progress', auth)).json()).toEqual({
      recovering: false,
      recovered: 0,
      total: 0,
    });
    const status = (await steps.get('user/payslip-agreement-status', auth)).json<Record<string, unknown>>();
    expect(status['canSelectAgreement']).toBe(false);
    expect(status['agreements']).toEqual([
      {
        employer: { id: strict.employerId, name: 'Strict & Fils' },
        ...{ accepted: true, refusalAllowed: false },
        since: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const other = await steps.makeNewcomer();
    const otherAuth = newTokenOf(await steps.post('activation', activationForm, { token: other.token }));
    expect((await steps.get('user/payslip-agreement-status', otherAuth)).json()).toMatchObject({
      canSelectAgreement: true,
    });
    const nobody = await makeOwner(test);
    expect((await steps.get('user/payslip-agreement-status', nobody.token)).json()).toEqual({
      canSelectAgreement: false,
      agreements: [],
    });
  });

  it('takes no token of another kind', async () => {
    const { token } = await makeOwner(test);
    for (const path of ['activation/email/send-code', 'activation/email/verify-code', 'activation'])
      expect(statusAndCode(await steps.post(path, {}, { token }))).toEqual([401, 'AuthTokenNotValid']);
  });
});
