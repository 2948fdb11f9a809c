import * as activation from '@perenne/contract/activation';
import type { ErrorCode } from '@perenne/contract/errors';
import * as identity from '@perenne/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationForm,
  activationSteps,
  newProfile,
  statusAndCode,
  waitFor,
  type Answer,
} from '../../../testing/people/activation-steps.ts';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { mergeSteps } from '../../../testing/people/merge-steps.ts';
import { secondFactorSteps } from '../../../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

let phones = 0;
const newPhone = () => `+3363997${String((phones += 1)).padStart(4, '0')}`;
const repeat = async (times: number, call: () => Promise<Answer>): Promise<Answer> => {
  let answer = await call();
  for (let count = 1; count < times; count += 1) answer = await call();
  return answer;
};
const lastText = async (to: string) =>
  /\d{6}/.exec((await waitFor(() => test.texts.find((text) => text.to === to))).text)?.[0] ?? '';
const other = (code: string) => (code === '111111' ? '222222' : '111111');
const unverify = ({ safeId }: TestOwner) =>
  test.platform.db.updateTable('accounts').set({ email_verified_at: null }).where('safe_id', '=', safeId).execute();
const close = ({ safeId }: TestOwner) =>
  test.platform.db.updateTable('accounts').set({ closes_at: test.clock.now() }).where('safe_id', '=', safeId).execute();
const lock = ({ safeId }: TestOwner) =>
  test.platform.db.updateTable('accounts').set({ wrong_passwords: 10 }).where('safe_id', '=', safeId).execute();

const sendEmailCode = (token: string, email: string) => steps.post('activation/email/send-code', { email }, { token });
const verifyEmailCode = (token: string, code: string) =>
  steps.post('activation/email/verify-code', { code }, { token });

/** Someone who was mailed a code. */
async function mailed(email = steps.newEmail()) {
  const token = await steps.beginWell();
  await sendEmailCode(token, email);
  return { token, code: await steps.mailedCode(email) };
}

const activate = (token: string, changed: object = {}) =>
  steps.post('activation', { ...activationForm, ...changed }, { token });

type Asked = { activationCode: string; lastName: string; birthDate: string };
/** Each asker has another address; the newest one gives the code. */
let askers = 0;
const addressOf = () => `198.51.100.${askers}`;
const requestRefusal = ({ activationCode, lastName, birthDate }: Asked, phone = newPhone()) => {
  askers += 1;
  const asked = { activationCode, lastName, birthDate, phone };
  return steps.post('activation/refusal/request-code', asked, { address: addressOf() });
};
const verifyRefusal = (token: string, code: string) =>
  steps.post('activation/refusal/verify-code', { code }, { token, address: addressOf() });

async function refusing(phone = newPhone()) {
  const employer = await createTestEmployer(test);
  const answer = await requestRefusal(await steps.makePending({}, employer), phone);
  const disable = () => employer.call('PUT', 'settings', { refusalDisabled: true, emailDomains: [] });
  return { token: answer.json<{ activationToken: string }>().activationToken, code: await lastText(phone), disable };
}

const prove = (token: string, body: object) => steps.post('activation/login-to-merge', body, { token });
const proveOwner = (token: string, { email }: Pick<TestOwner, 'email'>, password = testPassword) =>
  prove(token, { email, password });

async function asked() {
  const { owner } = await secondFactorSteps(test).makeProtected();
  const token = await steps.beginWell();
  const { signInId } = (await proveOwner(token, owner)).json<{ secondFactor: { signInId: string } }>().secondFactor;
  return { token, proof: { secondFactor: { signInId, method: 'TOTP', code: '000000' } } };
}

const phoneOf = async (owner: TestOwner, phone: string) =>
  test.app.inject({
    method: 'PUT',
    url: '/backend/api/v1/user',
    headers: owner.headers,
    payload: { ...newProfile, phone },
  });

/** An owner with one employer, and a phone of their own. */
async function employed() {
  const from = await Depositor.make(test);
  const owner = await from.addOwner();
  const phone = newPhone();
  await phoneOf(owner, phone);
  const { token } = owner;
  const request = (accepted = false, employerId: string = from.employer.employerId) =>
    steps.post('user/payslip-agreement/request-code', { employerId, accepted }, { token });
  const verify = (code: string) => steps.post('user/payslip-agreement/verify-code', { code }, { token });
  const receipt = (id: string) => steps.get(`user/payslip-agreement/${id}/receipt`, token);
  const disable = () => from.employer.call('PUT', 'settings', { refusalDisabled: true, emailDomains: [] });
  return { owner, phone, request, verify, receipt, disable };
}

async function choosing() {
  const one = await employed();
  await one.request();
  return { ...one, code: await lastText(one.phone) };
}

/** Every error that these calls declare, and how one comes to it: a missing one does not compile. */
const calls = {
  ...{ sendActivationInfo: activation.sendActivationInfo, activate: activation.activate },
  sendActivationEmailCode: activation.sendActivationEmailCode,
  verifyActivationEmailCode: activation.verifyActivationEmailCode,
  loginToMergeInActivation: activation.loginToMergeInActivation,
  mergeInActivation: activation.mergeInActivation,
  requestRefusalCode: activation.requestRefusalCode,
  verifyRefusalCode: activation.verifyRefusalCode,
  getRefusalReceipt: activation.getRefusalReceipt,
  requestAgreementCode: identity.requestAgreementCode,
  verifyAgreementCode: identity.verifyAgreementCode,
  getAgreementReceipt: identity.getAgreementReceipt,
};
type Cases = {
  [Id in keyof typeof calls]: { [Code in (typeof calls)[Id]['errors'][number]]: () => Promise<Answer> };
};

const cases: Cases = {
  sendActivationInfo: {
    EntityNotFound: async () => steps.begin({ ...(await steps.makePending()), activationCode: 'ABCD-ABCD-ABCD' }),
    VerificationCodeRateLimitExceeded: async () => {
      const wrong = { ...(await steps.makePending()), activationCode: 'ABCD-ABCD-ABCD' };
      return repeat(6, () => steps.begin(wrong));
    },
  },
  sendActivationEmailCode: {
    EmailIsForbidden: async () => sendEmailCode(await steps.beginWell(), 'maelle@yopmail.com'),
    CodeRequestRateLimitExceeded: async () => {
      const token = await steps.beginWell();
      return repeat(4, () => sendEmailCode(token, steps.newEmail()));
    },
  },
  verifyActivationEmailCode: {
    NoVerificationCode: async () => verifyEmailCode(await steps.beginWell(), '123456'),
    WrongVerificationCode: async () => {
      const { token, code } = await mailed();
      return verifyEmailCode(token, other(code));
    },
    ExpiredVerificationCode: async () => {
      const { token, code } = await mailed();
      test.clock.advance(10 * 60_000);
      return verifyEmailCode(token, code);
    },
    VerificationCodeRateLimitExceeded: async () => {
      const { token, code } = await mailed();
      return repeat(6, () => verifyEmailCode(token, other(code)));
    },
    EmailAlreadyExists: async () => {
      const { token, code } = await mailed((await makeOwner(test)).email);
      return verifyEmailCode(token, code);
    },
  },
  activate: {
    EmailNotVerified: async () => activate(await steps.beginWell()),
    EmailAlreadyExists: async () => {
      const { token, email } = await steps.makeNewcomer();
      await makeOwner(test, { email });
      return activate(token);
    },
    PasswordPolicyError: async () =>
      activate((await steps.makeNewcomer()).token, { password: 'short', confirmation: 'short' }),
    PhoneNumberFormatError: async () =>
      activate((await steps.makeNewcomer()).token, { profile: { ...newProfile, phone: '0123' } }),
  },
  loginToMergeInActivation: {
    Unauthorized: async () => proveOwner(await steps.beginWell(), await makeOwner(test), 'wrong'),
    AccountLocked: async () => {
      const owner = await makeOwner(test);
      await lock(owner);
      return proveOwner(await steps.beginWell(), owner);
    },
    MergeVerificationRateLimitExceeded: async () => {
      const [token, owner] = [await steps.beginWell(), await makeOwner(test)];
      return repeat(6, () => proveOwner(token, owner, 'wrong'));
    },
    UserIsNotActivated: async () => {
      const owner = await makeOwner(test);
      await unverify(owner);
      return proveOwner(await steps.beginWell(), owner);
    },
    FranceConnectError: async () => prove(await steps.beginWell(), { franceConnect: true }),
    WrongSecondFactor: async () => {
      const { token, proof } = await asked();
      return prove(token, proof);
    },
    SecondFactorRateLimitExceeded: async () => {
      const { token, proof } = await asked();
      return repeat(6, () => prove(token, proof));
    },
  },
  mergeInActivation: {
    MergeInProgress: async () => {
      const [token, owner, merging] = [await steps.beginWell(), await makeOwner(test), mergeSteps(steps)];
      const mergeToken = await merging.grant(token, owner);
      await close(owner);
      return merging.merge(token, mergeToken);
    },
  },
  requestRefusalCode: {
    EntityNotFound: async () => requestRefusal({ ...(await steps.makePending()), activationCode: 'ABCD' }),
    RefusalDisabled: async () =>
      requestRefusal(await steps.makePending({}, await createTestEmployer(test, { refusalDisabled: true }))),
    PhoneNumberFormatError: async () => requestRefusal(await steps.makePending(), '01 23 45 67 89'),
    VerificationCodeRateLimitExceeded: async () => {
      const wrong = { ...(await steps.makePending()), activationCode: 'ABCD' };
      return repeat(6, () => requestRefusal(wrong));
    },
  },
  verifyRefusalCode: {
    NoVerificationCode: async () => verifyRefusal(await steps.beginWell(), '123456'),
    WrongVerificationCode: async () => {
      const { token, code } = await refusing();
      return verifyRefusal(token, other(code));
    },
    ExpiredVerificationCode: async () => {
      const { token, code } = await refusing();
      test.clock.advance(10 * 60_000);
      return verifyRefusal(token, code);
    },
    VerificationCodeRateLimitExceeded: async () => {
      const { token, code } = await refusing();
      return repeat(6, () => verifyRefusal(token, other(code)));
    },
    RefusalDisabled: async () => {
      const { token, code, disable } = await refusing();
      await disable();
      return verifyRefusal(token, code);
    },
  },
  getRefusalReceipt: { EntityNotFound: async () => steps.get('activation/refusal/receipt', await steps.beginWell()) },
  requestAgreementCode: {
    EntityNotFound: async () => (await employed()).request(false, crypto.randomUUID()),
    RefusalDisabled: async () => {
      const { request, disable } = await employed();
      await disable();
      return request();
    },
    PhoneNumberFormatError: async () => {
      const { owner, request } = await employed();
      await phoneOf(owner, '01 23 45 67 89');
      return request();
    },
    CodeRequestRateLimitExceeded: async () => {
      const { request } = await employed();
      return repeat(4, request);
    },
  },
  verifyAgreementCode: {
    NoVerificationCode: async () => (await employed()).verify('123456'),
    WrongVerificationCode: async () => {
      const { verify, code } = await choosing();
      return verify(other(code));
    },
    ExpiredVerificationCode: async () => {
      const { verify, code } = await choosing();
      test.clock.advance(10 * 60_000);
      return verify(code);
    },
    VerificationCodeRateLimitExceeded: async () => {
      const { verify, code } = await choosing();
      return repeat(6, () => verify(other(code)));
    },
    RefusalDisabled: async () => {
      const { verify, code, disable } = await choosing();
      await disable();
      return verify(code);
    },
  },
  getAgreementReceipt: { EntityNotFound: async () => (await employed()).receipt(crypto.randomUUID()) },
};

const listed = Object.entries(cases).flatMap(([id, byCode]) =>
  Object.entries(byCode as Partial<Record<ErrorCode, () => Promise<Answer>>>).map(
    ([code, come]) => [id, code, come] as const,
  ),
);

describe('every refusal of an activation, a merge, a refusal and an agreement', () => {
  it.each(listed)('%s: %s', async (_id, code, come) => {
    const answer = await come();
    expect(statusAndCode(answer)[1]).toBe(code);
    expect(answer.headers['set-authorization']).toBeUndefined();
    expect(answer.statusCode === 429).toBe(answer.headers['retry-after'] !== undefined);
  });
});
