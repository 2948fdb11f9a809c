import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationSteps, statusAndCode } from '../../testing/people/activation-steps.ts';
import { makeOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer } from '../../testing/people/test-employer.ts';

const hour = 3_600_000;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

describe('the activation code', () => {
  it('begins an activation, and tells what the employer knows', async () => {
    const pending = await steps.makePending({ email: 'm.legoff@ateliers-martin.example', phone: '0639980112' });
    const answer = await steps.begin(pending);
    expect(answer.statusCode).toBe(200);
    const { firstName, lastName, birthDate, email } = pending;
    expect(answer.json()).toMatchObject({
      profile: { firstName, lastName, birthDate, email, phone: '+33639980112' },
      employer: { name: 'Ateliers Martin', refusalAllowed: true },
    });
    const claims = decodeJwt(answer.json<{ activationToken: string }>().activationToken);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
  });

  it.each(['l.morel@ateliers-martin.example', 'l.morel@yopmail.com'])(
    'proposes no address that an activation would refuse: %s',
    async (email) => {
      const employer = await createTestEmployer(test, { emailDomains: ['ateliers-martin.example'] });
      const pending = await steps.makePending({ email }, employer);
      const answer = await steps.begin(pending);
      expect(answer.json()).toMatchObject({ profile: { email: null } });
      const { activationToken: token } = answer.json<{ activationToken: string }>();
      expect(statusAndCode(await steps.post('activation/email/send-code', { email }, { token }))).toEqual([
        403,
        'EmailIsForbidden',
      ]);
    },
  );

  it('proposes no address that opens a safe already, which an activation refuses too', async () => {
    const { email } = await makeOwner(test);
    const written = email.replace(/^./, (first) => first.toUpperCase());
    const pending = await steps.makePending({ email: written });
    const answer = await steps.begin(pending);
    expect(answer.json()).toMatchObject({ profile: { email: null } });
    const { activationToken: token } = answer.json<{ activationToken: string }>();
    await steps.post('activation/email/send-code', { email: written }, { token });
    const code = await steps.mailedCode(written);
    expect(statusAndCode(await steps.post('activation/email/verify-code', { code }, { token }))).toEqual([
      409,
      'EmailAlreadyExists',
    ]);
  });

  it('proposes the address at another employer who announced the same person, as an activation takes it', async () => {
    const employer = await createTestEmployer(test, { emailDomains: ['manufacture-roy.example'] });
    const first = await steps.makePending({}, employer);
    const { firstName, lastName, birthDate } = first;
    const email = 'maelle@manufacture-roy.example';
    const answer = await steps.begin(await steps.makePending({ firstName, lastName, birthDate, email }));
    expect(answer.json()).toMatchObject({ profile: { email } });
    const { activationToken: token } = answer.json<{ activationToken: string }>();
    expect((await steps.post('activation/email/send-code', { email }, { token })).statusCode).toBe(204);
  });

  it('is read without regard to case, spaces and dashes, and the name to case and accents', async () => {
    const pending = await steps.makePending({ lastName: 'Élan-d’Ivoire' });
    const activationCode = ` ${pending.activationCode.toLowerCase().replaceAll('-', ' ')} `;
    expect((await steps.begin({ ...pending, activationCode, lastName: "elan D'ivoire" })).statusCode).toBe(200);
  });

  it('answers every wrong cause with the same bytes', async () => {
    const [pending, other, late] = [await steps.makePending(), await steps.makePending(), await steps.makePending()];
    const causes = [
      { ...pending, activationCode: '0000-0000-0000' },
      { ...pending, activationCode: 'not a code at all' },
      { ...pending, activationCode: other.activationCode },
      { ...pending, lastName: 'Somebody Else' },
      { ...pending, birthDate: '1991-07-15' },
    ];
    const answers = [];
    for (const cause of causes) answers.push(await steps.begin(cause));
    test.clock.advance(90 * 24 * hour);
    answers.push(await steps.begin(late));
    expect(new Set(answers.map(({ body }) => body))).toEqual(
      new Set(['{"status":404,"errors":[{"code":"EntityNotFound"}]}']),
    );
  });

  it('is tried five times an hour for one person, the right one then refused too', async () => {
    const pending = await steps.makePending();
    const wrong = { ...pending, activationCode: '0000-0000-0000' };
    for (let count = 0; count < 5; count += 1)
      expect(statusAndCode(await steps.begin(wrong))).toEqual([404, 'EntityNotFound']);
    const closed = await steps.begin(pending);
    expect(statusAndCode(closed)).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await steps.begin(await steps.makePending())).statusCode).toBe(200);
    test.clock.advance(hour);
    expect((await steps.begin(pending)).statusCode).toBe(200);
  });

  it.each([
    ['one address', (_count: number) => '192.0.2.7'],
    ['one network of IPv6', (count: number) => `2001:db8:0:7::${count + 1}`],
  ])('is tried five times an hour from %s, whoever is named', async (_where, addressOf) => {
    for (let count = 0; count < 5; count += 1)
      await steps.begin(
        { ...(await steps.makePending()), activationCode: '0000-0000-0000' },
        { address: addressOf(count) },
      );
    const pending = await steps.makePending();
    expect(statusAndCode(await steps.begin(pending, { address: addressOf(5) }))).toEqual([
      429,
      'VerificationCodeRateLimitExceeded',
    ]);
    expect((await steps.begin(pending)).statusCode).toBe(200);
  });

  it('names every field that is malformed', async () => {
    const answer = await steps.post('activation/info', { lastName: 'X2', birthDate: '14/07/1991', code: 'A' });
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: Array<{ field: string; params: { rule: string } }> }>();
    expect(errors.map(({ field, params }) => `${field} ${params.rule}`).toSorted()).toEqual([
      'activationCode required',
      'birthDate date',
      'code unknown',
      'lastName name',
    ]);
  });
});
