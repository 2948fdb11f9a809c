import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  activationForm,
  activationSteps,
  newTokenOf,
  statusAndCode,
  waitFor,
  type Pending,
} from '../../../testing/people/activation-steps.ts';
import { Depositor, october } from '../../../testing/people/depositor.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';

const minute = 60_000;
const hour = 60 * minute;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

/** The asker of a test. */
let address = '';
let askers = 0;
beforeEach(() => {
  address = `198.51.100.${(askers += 1)}`;
});

let phones = 0;
const newPhone = () => `+3363998${String((phones += 1)).padStart(4, '0')}`;

const request = (
  { activationCode, lastName, birthDate }: Pending,
  phone: string,
  headers: Record<string, string> = {},
) =>
  steps.post('activation/refusal/request-code', { activationCode, lastName, birthDate, phone }, { headers, address });

const verify = (token: string, code: string) =>
  steps.post('activation/refusal/verify-code', { code }, { token, address });

const receipt = (token: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    url: '/backend/api/v1/activation/refusal/receipt',
    headers: { ...headers, authorization: `Bearer ${token}` },
  });

const textedCode = async (phone: string) =>
  /\d{6}/.exec((await waitFor(() => test.texts.find(({ to }) => to === phone))).text)?.[0] ?? '';

/** Someone who was asked for the code of an SMS. */
async function beginRefusal(pending: Pending) {
  const phone = newPhone();
  const answer = await request(pending, phone);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { token: answer.json<{ activationToken: string }>().activationToken, code: await textedCode(phone), phone };
}

async function refuse(pending: Pending) {
  const begun = await beginRefusal(pending);
  expect((await verify(begun.token, begun.code)).statusCode).toBe(204);
  return begun;
}

const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a refusal before activation', () => {
  it('is confirmed by the code of an SMS, and has deposits go on paper from then on', async () => {
    const from = await Depositor.make(test);
    const pending = await steps.makePending({}, from.employer);
    const { items } = (await from.employer.call('GET', 'employees')).body as {
      items: Array<{ employeeNumber: string }>;
    };
    const employeeNumber = String(items[0]?.employeeNumber);
    const metadata = (month: string) => ({ ...october, employeeNumber, period: `2026-${month}` });
    expect((await from.deposit({ metadata: metadata('09') })).body.delivery).toBe('ELECTRONIC');
    const { token } = await refuse(pending);
    const onPaper = (await from.deposit({ metadata: metadata('10') })).body;
    expect(onPaper.delivery).toBe('PAPER');
    const state = async () => (await from.employer.call('GET', `employees/${employeeNumber}`)).body['state'];
    expect(await state()).toBe('refused');
    const waiting = await test.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'actor_kind as actor', 'hash'])
      .where('action', '=', 'agreement.refused')
      .execute();
    expect(waiting).toMatchObject([{ actor: 'owner' }]);
    expect((await receipt(token)).statusCode).toBe(200);
    const { token: newcomer } = await steps.makeNewcomer(pending);
    const auth = newTokenOf(await steps.post('activation', activationForm, { token: newcomer }));
    expect((await from.deposit({ metadata: metadata('11') })).body.delivery).toBe('ELECTRONIC');
    expect(await state()).toBe('activated');
    // The refused month under a new key: what went on paper stays there, and the safe does not get it.
    expect((await from.deposit({ metadata: metadata('10') })).body).toEqual(onPaper);
    const { items: kept } = (await steps.get('documents?type=PAYE', auth)).json<{ items: Array<{ period: string }> }>();
    expect(kept.map(({ period }) => period).toSorted()).toEqual(['2026-09', '2026-11']);
    const { agreements } = (await steps.get('user/payslip-agreement-status', auth)).json<{ agreements: unknown[] }>();
    expect(agreements).toMatchObject([{ accepted: true }]);
    expect((await receipt(token)).statusCode).toBe(401);
  });

  it('has a receipt, the same bytes each time, in the language asked for', async () => {
    const pending = await steps.makePending();
    const begun = await beginRefusal(pending);
    expect(statusAndCode(await receipt(begun.token))).toEqual([404, 'EntityNotFound']);
    await verify(begun.token, begun.code);
    const [french, again, english] = [
      await receipt(begun.token),
      await receipt(begun.token),
      await receipt(begun.token, { 'accept-language': 'en' }),
    ];
    expect(french.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="recepisse-refus-\d{4}-\d\d-\d\d\.pdf"$/),
    });
    expect(french.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(again.rawPayload.equals(french.rawPayload)).toBe(true);
    expect(english.rawPayload.equals(french.rawPayload)).toBe(false);
    expect(french.rawPayload.includes('/Lang (fr-FR)')).toBe(true);
    expect(english.rawPayload.includes('/Lang (en-GB)')).toBe(true);
    expect(french.rawPayload.includes('/StructTreeRoot')).toBe(true);
  });

  it('keeps its date when it is made again, so that a lost receipt is found again', async () => {
    const pending = await steps.makePending();
    const first = await receipt((await refuse(pending)).token);
    test.clock.advance(2 * hour);
    const second = await receipt((await refuse(pending)).token);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it('is asked for in French or English', async () => {
    const pending = await steps.makePending();
    const phone = newPhone();
    await request(pending, phone, { 'accept-language': 'en' });
    expect((await waitFor(() => test.texts.find(({ to }) => to === phone))).text).toMatch(
      /^Your Pérenne code to refuse/,
    );
  });

  it('is not possible where the employer disabled it, from that instant on', async () => {
    const employer = await createTestEmployer(test);
    const pending = await steps.makePending({}, employer);
    const { token, code } = await beginRefusal(pending);
    const allow = (refusalDisabled: boolean) => employer.call('PUT', 'settings', { refusalDisabled, emailDomains: [] });
    await allow(true);
    expect(statusAndCode(await request(pending, newPhone()))).toEqual([403, 'RefusalDisabled']);
    expect(statusAndCode(await verify(token, code))).toEqual([403, 'RefusalDisabled']);
    expect((await steps.begin(pending)).json()).toMatchObject({ employer: { refusalAllowed: false } });
    await allow(false);
    expect((await verify(token, code)).statusCode).toBe(204);
  });

  it('takes no phone that cannot receive an SMS, and no code of another person', async () => {
    const pending = await steps.makePending();
    for (const phone of ['01 23 45 67 89', '0123', '+32 470 12 34 56'])
      expect((await request(pending, phone)).json()).toEqual({
        status: 422,
        errors: [{ code: 'PhoneNumberFormatError', field: 'phone' }],
      });
    const other = await steps.makePending();
    expect(statusAndCode(await request({ ...pending, activationCode: other.activationCode }, newPhone()))).toEqual([
      404,
      'EntityNotFound',
    ]);
    const mine = await beginRefusal(pending);
    const theirs = await beginRefusal(other);
    const code = theirs.code === mine.code ? wrongOf(mine.code) : theirs.code;
    expect(statusAndCode(await verify(mine.token, code))).toEqual([422, 'WrongVerificationCode']);
  });

  it('sends three codes an hour, whatever the phones, and answers a fourth request alike', async () => {
    const pending = await steps.makePending();
    const sentTo = newPhone();
    const before = newPhone();
    for (const phone of [newPhone(), newPhone(), sentTo]) expect((await request(pending, phone)).statusCode).toBe(200);
    const fourth = await request(pending, before);
    expect([fourth.statusCode, Object.keys(fourth.json<object>())]).toEqual([200, ['activationToken']]);
    await waitFor(() => test.texts.find(({ to }) => to === sentTo));
    await beginRefusal(await steps.makePending());
    expect(test.texts.filter(({ to }) => to === before)).toEqual([]);
  });

  it('is not closed by the wrong codes of another asker', async () => {
    const pending = await steps.makePending();
    const mine = await beginRefusal(pending);
    const here = address;
    address = '203.0.113.9';
    const theirs = await beginRefusal(pending);
    for (let count = 0; count < 5; count += 1) await verify(theirs.token, wrongOf(theirs.code));
    expect(statusAndCode(await verify(theirs.token, theirs.code))).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    address = here;
    expect((await verify(mine.token, mine.code)).statusCode).toBe(204);
  });

  it('is closed for a day by fifty wrong codes of all askers together', async () => {
    const pending = await steps.makePending();
    const here = address;
    const mine = await beginRefusal(pending);
    for (let asker = 0; asker < 10; asker += 1) {
      address = `203.0.113.${100 + asker}`;
      const theirs = await beginRefusal(pending);
      for (let count = 0; count < 5; count += 1)
        expect(statusAndCode(await verify(theirs.token, wrongOf(theirs.code)))[0]).toBe(422);
    }
    address = here;
    const closed = await verify(mine.token, mine.code);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(closed.json<{ errors: unknown[] }>().errors).toMatchObject([{ params: { tries: 50 } }]);
  });

  it('shares the wrong tries of the activation code', async () => {
    const pending = await steps.makePending();
    const wrong = { ...pending, activationCode: '0000-0000-0000' };
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(count % 2 === 0 ? await request(wrong, newPhone()) : await steps.begin(wrong))[0]).toBe(404);
    expect(statusAndCode(await request(pending, newPhone()))).toEqual([429, 'VerificationCodeRateLimitExceeded']);
  });

  it('judges the code as every other: none, wrong five times, expired', async () => {
    const pending = await steps.makePending();
    const token = await steps.beginWell(pending);
    expect(statusAndCode(await verify(token, '123456'))).toEqual([404, 'NoVerificationCode']);
    expect(statusAndCode(await verify(token, '12345'))).toEqual([400, 'InvalidRequest']);
    const begun = await beginRefusal(pending);
    test.clock.advance(10 * minute);
    expect(statusAndCode(await verify(begun.token, begun.code))).toEqual([410, 'ExpiredVerificationCode']);
    const { code, token: renewed } = await beginRefusal(pending);
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(await verify(renewed, wrongOf(code)))).toEqual([422, 'WrongVerificationCode']);
    expect(statusAndCode(await verify(renewed, code))).toEqual([429, 'VerificationCodeRateLimitExceeded']);
  });

  it('leaves no phone and no name in clear', async () => {
    const pending = await steps.makePending();
    const { phone } = await refuse(pending);
    const rows = await test.platform.db.selectFrom('agreement_choices').select('sealed').execute();
    const sealed = rows.map((row) => row.sealed?.toString() ?? '').join('\n');
    expect(sealed).not.toBe('');
    for (const text of [phone, pending.lastName]) {
      expect(sealed).not.toContain(text);
      expect(test.logged.join('\n')).not.toContain(text);
    }
  });
});
