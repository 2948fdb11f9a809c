import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationForm, activationSteps, newPassword, newProfile } from '../../../testing/people/activation-steps.ts';
import { makeOwner, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
let owner: TestOwner;
let newcomer: string;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
  owner = await makeOwner(test);
  newcomer = (await steps.makeNewcomer()).token;
});
afterAll(() => test.close());

type Told = { code: string; field: string; params?: Record<string, unknown> };

const long = (length: number) => 'x'.repeat(length);
const said = { activationCode: 'ABCD-ABCD-ABCD', lastName: 'Le Goff', birthDate: '1991-07-14' };
const profiled = (changed: object) => ({ ...activationForm, profile: { ...newProfile, ...changed } });
const passwords = (password: string) => ({ ...activationForm, password, confirmation: password });

const broken = (field: string, rule: string, bounds = {}): Told => ({
  code: 'InvalidRequest',
  field,
  params: { rule, ...bounds },
});
const weak = (rule: string, bounds = {}): Told => ({
  code: 'PasswordPolicyError',
  field: 'password',
  params: { rule, ...bounds },
});

/** The bodies that a page may send, each with the field that is named and the rule whose words are beside it. */
const nameRules = (path: string, whole: object): Array<[string, object, Told]> => [
  [path, { ...whole, lastName: undefined }, broken('lastName', 'required')],
  [path, { ...whole, lastName: '  ' }, broken('lastName', 'required')],
  [path, { ...whole, lastName: 'Le Goff 2' }, broken('lastName', 'name')],
  [path, { ...whole, lastName: long(81) }, broken('lastName', 'maxLength', { max: 80 })],
  [path, { ...whole, lastName: 12 }, broken('lastName', 'type')],
  [path, { ...whole, birthDate: '1991-02-30' }, broken('birthDate', 'date')],
  [path, { ...whole, birthDate: '14/07/1991' }, broken('birthDate', 'date')],
  [path, { ...whole, birthDate: undefined }, broken('birthDate', 'required')],
  [path, { ...whole, extra: 1 }, broken('extra', 'unknown')],
];
const codeRules = (path: string, whole: object): Array<[string, object, Told]> => [
  [path, { ...whole, activationCode: '' }, broken('activationCode', 'required')],
  [path, { ...whole, activationCode: long(41) }, broken('activationCode', 'maxLength', { max: 40 })],
];
const phoneRules = (path: string, whole: object): Array<[string, object, Told]> => [
  [path, { ...whole, phone: '' }, broken('phone', 'required')],
  [path, { ...whole, phone: '0'.repeat(31) }, broken('phone', 'maxLength', { max: 30 })],
];
const verificationRules = (path: string): Array<[string, object, Told]> => [
  [path, {}, broken('code', 'required')],
  [path, { code: '12345' }, broken('code', 'format')],
  [path, { code: 'abcdef' }, broken('code', 'format')],
  [path, { code: 123456 }, broken('code', 'type')],
];

const refusing = 'activation/refusal/request-code';
const cases: Array<[string, object, Told]> = [
  ...nameRules('activation/info', said),
  ...codeRules('activation/info', said),
  ...nameRules(refusing, { ...said, phone: '0639980112' }),
  ...codeRules(refusing, { ...said, phone: '0639980112' }),
  ...phoneRules(refusing, said),
  [refusing, { ...said, phone: '01 23 45 67 89' }, { code: 'PhoneNumberFormatError', field: 'phone' }],
  ...nameRules('activation/resend-code', { ...said, activationCode: undefined, email: 'a@perso.example' }),
  ...phoneRules('activation/resend-code', { ...said, activationCode: undefined }),
  ['activation/resend-code', { ...said, activationCode: undefined }, broken('email', 'required')],
  ...verificationRules('activation/refusal/verify-code'),
  ...verificationRules('activation/email/verify-code'),
  ...verificationRules('user/payslip-agreement/verify-code'),
  ['activation/email/send-code', {}, broken('email', 'required')],
  ['activation/email/send-code', { email: 'maelle@' }, broken('email', 'email')],
  ['activation/email/send-code', { email: `${long(250)}@a.fr` }, broken('email', 'maxLength', { max: 254 })],
  ['activation/email/send-code', { email: 'a@yopmail.com' }, { code: 'EmailIsForbidden', field: 'email' }],
  ['activation/login-to-merge', { email: 'maelle@', password: 'x' }, broken('email', 'email')],
  ['activation/login-to-merge', { email: 'a@b.fr', password: '' }, broken('password', 'required')],
  [
    'activation/login-to-merge',
    { email: 'a@b.fr', password: long(1025) },
    broken('password', 'maxLength', { max: 1024 }),
  ],
  [
    'activation/login-to-merge',
    { secondFactor: { signInId: 'x', method: 'TOTP', code: '12' } },
    broken('secondFactor.code', 'format'),
  ],
  [
    'activation/login-to-merge',
    { secondFactor: { signInId: 'x', method: 'RECOVERY_CODE', code: '' } },
    broken('secondFactor.code', 'required'),
  ],
  ['activation/merge', {}, broken('termsAccepted', 'required')],
  ['activation/merge', { termsAccepted: false }, broken('termsAccepted', 'value')],
  ['user/payslip-agreement/request-code', { accepted: false }, broken('employerId', 'required')],
  ['user/payslip-agreement/request-code', { employerId: 'x' }, broken('accepted', 'required')],
  ['user/payslip-agreement/request-code', { employerId: 'x', accepted: 'no' }, broken('accepted', 'type')],
  ['activation', { ...activationForm, termsAccepted: false }, broken('termsAccepted', 'value')],
  ['activation', { ...activationForm, confirmation: `${newPassword} ` }, broken('confirmation', 'same')],
  ['activation', profiled({ firstName: '' }), broken('profile.firstName', 'required')],
  ['activation', profiled({ firstName: 'R2D2' }), broken('profile.firstName', 'name')],
  ['activation', profiled({ lastName: long(81) }), broken('profile.lastName', 'maxLength', { max: 80 })],
  ['activation', profiled({ birthDate: '2026-13-01' }), broken('profile.birthDate', 'date')],
  ['activation', profiled({ birthDate: '2090-01-01' }), broken('profile.birthDate', 'date')],
  ['activation', profiled({ birthDate: '1889-12-31' }), broken('profile.birthDate', 'date')],
  ['activation', profiled({ phone: '' }), broken('profile.phone', 'required')],
  ['activation', profiled({ phone: '+1 212 555 0100' }), { code: 'PhoneNumberFormatError', field: 'profile.phone' }],
  ['activation', profiled({ address: long(201) }), broken('profile.address', 'maxLength', { max: 200 })],
  ['activation', profiled({ postalCode: long(11) }), broken('profile.postalCode', 'maxLength', { max: 10 })],
  ['activation', profiled({ city: long(81) }), broken('profile.city', 'maxLength', { max: 80 })],
  ['activation', profiled({ country: 'XX' }), broken('profile.country', 'country')],
  ['activation', passwords(''), broken('password', 'required')],
  ['activation', passwords(long(129)), broken('password', 'maxLength', { max: 128 })],
  ['activation', passwords('Court-1!'), weak('length', { min: 12 })],
  ['activation', passwords('trombone-lunaire-47!?'), weak('uppercase')],
  ['activation', passwords('TROMBONE-LUNAIRE-47!?'), weak('lowercase')],
  ['activation', passwords('Trombone-Lunaire!?'), weak('digit')],
  ['activation', passwords('Trombone4Lunaire7!'), weak('specials', { min: 2 })],
  ['activation', passwords('password'), weak('common')],
  ['activation', passwords('MAËLLE-a-47-ans!?'), weak('name')],
];

const tokenFor = (path: string): string => (path.startsWith('user/') ? owner.token : newcomer);

describe('a field that breaks a rule is named with it', () => {
  it.each(cases)('%s %j', async (path, body, expected) => {
    const answer = await steps.post(path, body, { token: tokenFor(path) });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json<{ errors: Told[] }>().errors).toEqual([expected]);
  });
});
