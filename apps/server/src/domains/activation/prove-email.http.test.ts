import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationForm, activationSteps, statusAndCode } from '../../testing/people/activation-steps.ts';
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

describe('the personal address', () => {
  it('is proved by a code in the language of the browser, with no detail in the subject', async () => {
    const token = await steps.beginWell();
    const [french, english] = [steps.newEmail(), steps.newEmail()];
    await steps.post(
      'activation/email/send-code',
      { email: french },
      { token, headers: { 'accept-language': 'fr-FR' } },
    );
    await steps.post(
      'activation/email/send-code',
      { email: english },
      { token, headers: { 'accept-language': 'en-GB' } },
    );
    expect((await steps.mailTo(french)).subject).toBe('Votre code de vérification');
    expect((await steps.mailTo(english)).subject).toBe('Your verification code');
    const first = await steps.mailedCode(french);
    const second = await steps.mailedCode(english);
    expect(second).toMatch(/^\d{6}$/);
    const outdated = first === second ? '000000' : first;
    expect(statusAndCode(await steps.post('activation/email/verify-code', { code: outdated }, { token }))).toEqual([
      422,
      'WrongVerificationCode',
    ]);
    expect((await steps.post('activation/email/verify-code', { code: second }, { token })).statusCode).toBe(204);
  });

  it.each(['m@ateliers-martin.example', 'm@PARIS.ateliers-martin.example', 'maelle@yopmail.com'])(
    'is not %s',
    async (email) => {
      const employer = await createTestEmployer(test, { emailDomains: ['ateliers-martin.example'] });
      const token = await steps.beginWell(await steps.makePending({}, employer));
      const answer = await steps.post('activation/email/send-code', { email }, { token });
      expect(statusAndCode(answer)).toEqual([403, 'EmailIsForbidden']);
    },
  );

  it('has three codes an hour, however many tokens there are', async () => {
    const pending = await steps.makePending();
    for (let count = 0; count < 3; count += 1) {
      const token = await steps.beginWell(pending);
      const answer = await steps.post('activation/email/send-code', { email: steps.newEmail() }, { token });
      expect(answer.statusCode).toBe(204);
    }
    const token = await steps.beginWell(pending);
    const answer = await steps.post('activation/email/send-code', { email: steps.newEmail() }, { token });
    expect(statusAndCode(answer)).toEqual([429, 'CodeRequestRateLimitExceeded']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is told to have an account only once it is proved', async () => {
    const owner = await makeOwner(test);
    const token = await steps.beginWell();
    const sent = await steps.post('activation/email/send-code', { email: owner.email.toUpperCase() }, { token });
    expect([sent.statusCode, sent.body]).toEqual([204, '']);
    const code = await steps.mailedCode(owner.email.toUpperCase());
    const wrong = code === '000000' ? '111111' : '000000';
    expect(statusAndCode(await steps.post('activation/email/verify-code', { code: wrong }, { token }))).toEqual([
      422,
      'WrongVerificationCode',
    ]);
    const answer = await steps.post('activation/email/verify-code', { code }, { token });
    expect(statusAndCode(answer)).toEqual([409, 'EmailAlreadyExists']);
    expect(statusAndCode(await steps.post('activation', activationForm, { token }))).toEqual([403, 'EmailNotVerified']);
  });

  it('expires, and is missing before it is asked for', async () => {
    const token = await steps.beginWell();
    const verify = (code: string) => steps.post('activation/email/verify-code', { code }, { token });
    expect(statusAndCode(await verify('123456'))).toEqual([404, 'NoVerificationCode']);
    expect(statusAndCode(await verify('12345'))).toEqual([400, 'InvalidRequest']);
    const email = steps.newEmail();
    await steps.post('activation/email/send-code', { email }, { token });
    const code = await steps.mailedCode(email);
    test.clock.advance(10 * 60_000);
    expect(statusAndCode(await verify(code))).toEqual([410, 'ExpiredVerificationCode']);
  });

  it('belongs to the token that proved it', async () => {
    const pending = await steps.makePending();
    await steps.makeNewcomer(pending);
    const other = await steps.beginWell(pending);
    expect(statusAndCode(await steps.post('activation', activationForm, { token: other }))).toEqual([
      403,
      'EmailNotVerified',
    ]);
  });
});
