import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activationSteps, statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { Depositor, october } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';
import { releaseEmployees } from '../../employers/employers.ts';

const minute = 60_000;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
let from: Depositor;
let owner: TestOwner;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
  owner = await from.addOwner();
  test.texts.splice(0);
  test.mails.splice(0);
});

const as = () => ({ token: owner.token });
const request = (accepted: boolean, employerId: string = from.employer.employerId) =>
  steps.post('user/payslip-agreement/request-code', { employerId, accepted }, as());
const verify = (code: string) => steps.post('user/payslip-agreement/verify-code', { code }, as());
const textedCode = async () => /\d{6}/.exec((await waitFor(() => test.texts[0])).text)?.[0] ?? '';
const receipt = (headers: Record<string, string> = {}, employerId: string = from.employer.employerId) =>
  test.app.inject({
    url: `/backend/api/v1/user/payslip-agreement/${employerId}/receipt`,
    headers: { ...headers, ...owner.headers },
  });

async function choose(accepted: boolean) {
  expect((await request(accepted)).statusCode).toBe(204);
  const answer = await verify(await textedCode());
  expect(answer.statusCode).toBe(200);
  test.texts.splice(0);
  return answer.json<{ accepted: boolean; since: string }>();
}

type Status = { canSelectAgreement: boolean; agreements: Array<{ accepted: boolean; since: string }> };
const status = async () => (await steps.get('user/payslip-agreement-status', owner.token)).json<Status>();
const allow = (refusalDisabled: boolean) =>
  from.employer.call('PUT', 'settings', { refusalDisabled, emailDomains: [] });
const setPhone = (phone: string) =>
  test.app.inject({
    method: 'PUT',
    url: '/backend/api/v1/user',
    headers: owner.headers,
    payload: { firstName: 'Camille', lastName: 'Renaudin', birthDate: '1988-04-12', phone, locale: 'en' },
  });

describe('the agreement of an owner', () => {
  it('is switched off and on again by the code of an SMS, at once', async () => {
    const before = await status();
    test.clock.advance(minute);
    const refused = await choose(false);
    expect(refused).toEqual({
      employer: { id: from.employer.employerId, name: 'Ateliers Martin' },
      ...{ accepted: false, refusalAllowed: true },
      since: expect.stringMatching(/Z$/) as string,
    });
    expect(refused.since > String(before.agreements[0]?.since)).toBe(true);
    expect((await status()).agreements).toEqual([refused]);
    expect((await from.deposit()).body.delivery).toBe('PAPER');
    expect((await from.employer.call('GET', 'employees/7')).body).toMatchObject({ state: 'refused' });
    expect(await choose(true)).toMatchObject({ accepted: true });
    // The employer's paper of meanwhile is not brought back; the next deposit comes.
    expect(await from.documentsOf(owner)).toMatchObject({ total: 0 });
    const november = await from.deposit({
      metadata: { ...october, period: '2026-11' },
      content: makePdf('november'),
    });
    expect(november.body.delivery).toBe('ELECTRONIC');
    const journal = await from.journalOf(owner);
    const entries = journal.filter(({ action }) => String(action).startsWith('agreement.'));
    expect(entries).toMatchObject([
      { action: 'agreement.accepted', actor: { kind: 'owner' }, title: 'Ateliers Martin', result: 'done' },
      { action: 'agreement.refused', actor: { kind: 'owner' }, title: 'Ateliers Martin', result: 'done' },
    ]);
    expect(entries[0]).not.toHaveProperty('documentId');
  });

  it('is confirmed by mail with the legal date, in the language of the owner', async () => {
    await choose(false);
    const french = await waitFor(() => test.mails.find(({ to }) => to === owner.email));
    expect(french.subject).toBe('Votre choix pour vos bulletins de paie');
    expect(french.text).toMatch(/Ateliers Martin[\s\S]*au plus tard le \d{1,2}(er)? \p{L}+ \d{4}/u);
    expect(french.text).toContain('https://safe.example/account/dematerialization');
    test.mails.splice(0);
    await setPhone('0639980112');
    await choose(true);
    const english = await waitFor(() => test.mails.find(({ to }) => to === owner.email));
    expect(english.text).toMatch(/takes effect at once, and on \d{1,2} \w+ \d{4} at the latest/);
  });

  it('has a dated receipt of the last choice', async () => {
    const opened = await receipt();
    expect(opened.statusCode).toBe(200);
    expect(opened.headers['content-disposition']).toContain('recepisse-acceptation');
    await choose(false);
    const [french, again, english] = [await receipt(), await receipt(), await receipt({ 'accept-language': 'en-GB' })];
    expect(french.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(french.headers['content-disposition']).toContain('recepisse-refus');
    expect(again.rawPayload.equals(french.rawPayload)).toBe(true);
    expect(english.headers['content-disposition']).toContain('refusal-receipt');
  });

  it.each(['unknown', crypto.randomUUID()])('is not known for the employer %s', async (employerId) => {
    expect(statusAndCode(await request(false, employerId))).toEqual([404, 'EntityNotFound']);
    expect(statusAndCode(await receipt({}, employerId))).toEqual([404, 'EntityNotFound']);
  });

  it('is not told to others: a foreign employer answers as an unknown one', async () => {
    const foreign = await createTestEmployer(test);
    expect((await request(false, foreign.employerId)).body).toBe((await request(false, crypto.randomUUID())).body);
    expect(statusAndCode(await receipt({}, foreign.employerId))).toEqual([404, 'EntityNotFound']);
    const other = await makeOwner(test);
    const answer = await test.app.inject({
      url: `/backend/api/v1/user/payslip-agreement/${from.employer.employerId}/receipt`,
      headers: other.headers,
    });
    expect(statusAndCode(answer)).toEqual([404, 'EntityNotFound']);
  });

  it('cannot be switched off where the employer disabled it, from that instant on, and always on again', async () => {
    await request(false);
    const code = await textedCode();
    await allow(true);
    expect(statusAndCode(await verify(code))).toEqual([403, 'RefusalDisabled']);
    expect(statusAndCode(await request(false))).toEqual([403, 'RefusalDisabled']);
    expect(await status()).toMatchObject({ canSelectAgreement: false, agreements: [{ refusalAllowed: false }] });
    await allow(false);
    expect((await verify(code)).statusCode).toBe(200);
    await allow(true);
    expect(await status()).toMatchObject({ canSelectAgreement: true, agreements: [{ accepted: false }] });
    test.texts.splice(0);
    expect(await choose(true)).toMatchObject({ accepted: true });
    expect((await status()).canSelectAgreement).toBe(false);
  });

  it('takes a phone that receives SMS', async () => {
    expect((await setPhone('01 23 45 67 89')).statusCode).toBe(200);
    expect(statusAndCode(await request(false))).toEqual([422, 'PhoneNumberFormatError']);
    await setPhone('06 39 98 55 01');
    await choose(false);
    await request(true);
    const text = await waitFor(() => test.texts.find(({ to }) => to === '+33639985501'));
    expect(text.text).toMatch(/^Your Pérenne code/);
  });

  it('keeps its date when the same is chosen again', async () => {
    const first = await choose(false);
    const paper = await receipt();
    test.clock.advance(minute);
    expect(await choose(false)).toEqual(first);
    expect((await receipt()).rawPayload.equals(paper.rawPayload)).toBe(true);
  });

  it('stays refused when the safe is closed', async () => {
    await choose(false);
    await test.platform.db.transaction().execute((tx) => releaseEmployees(tx, owner.safeId));
    expect((await from.employer.call('GET', 'employees/7')).body).toMatchObject({ state: 'refused' });
    expect((await from.deposit()).body.delivery).toBe('PAPER');
  });

  it('judges its code as every other: none, wrong five times, expired, a fourth request', async () => {
    expect(statusAndCode(await verify('123456'))).toEqual([404, 'NoVerificationCode']);
    expect(statusAndCode(await verify('1234'))).toEqual([400, 'InvalidRequest']);
    await request(false);
    const late = await textedCode();
    test.clock.advance(10 * minute);
    expect(statusAndCode(await verify(late))).toEqual([410, 'ExpiredVerificationCode']);
    test.texts.splice(0);
    await request(false);
    const code = await textedCode();
    const wrong = code === '111111' ? '222222' : '111111';
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(await verify(wrong))).toEqual([422, 'WrongVerificationCode']);
    const closed = await verify(code);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_500);
    await request(false);
    expect(statusAndCode(await request(false))).toEqual([429, 'CodeRequestRateLimitExceeded']);
  });

  it('is left as it is by a code that was sent before the address of the owner changed', async () => {
    await request(false);
    const before = await textedCode();
    const email = steps.newEmail();
    await steps.post('user/email-change/request-code', { email, password: owner.password }, as());
    const code = await steps.mailedCode(email);
    expect((await steps.post('user/email-change/verify-code', { code }, as())).statusCode).toBe(204);
    expect(statusAndCode(await verify(before))).toEqual([404, 'NoVerificationCode']);
    expect(await status()).toMatchObject({ agreements: [{ accepted: true }] });
  });

  it('is left as it is by a code that was sent before the owner asked for another address', async () => {
    await request(false);
    const before = await textedCode();
    await steps.post('user/email-change/request-code', { email: steps.newEmail(), password: owner.password }, as());
    expect(statusAndCode(await verify(before))).toEqual([404, 'NoVerificationCode']);
    expect(await status()).toMatchObject({ agreements: [{ accepted: true }] });
  });

  it('names every malformed field', async () => {
    const answer = await steps.post('user/payslip-agreement/request-code', { accepted: 'no', when: 'now' }, as());
    const { errors } = answer.json<{ errors: Array<{ field: string; params: { rule: string } }> }>();
    expect(errors.map(({ field, params }) => `${field} ${params.rule}`).toSorted()).toEqual([
      'accepted type',
      'employerId required',
      'when unknown',
    ]);
  });
});
