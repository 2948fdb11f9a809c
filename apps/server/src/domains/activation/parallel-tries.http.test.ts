import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationSteps,
  statusAndCode,
  waitFor,
  type Answer,
  type Pending,
} from '../../testing/people/activation-steps.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const requests = 200;
/** The address of the one who asks. */
const here = '203.0.113.20';

let test: TestApp;
let other: TestApp;
let steps: ReturnType<typeof activationSteps>;
let elsewhere: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  // Another process of the same installation.
  other = await createTestApp({ beside: test });
  steps = activationSteps(test);
  elsewhere = activationSteps(other);
  await test.startWorker();
});
afterAll(async () => {
  await other.close();
  await test.close();
});

/** Two hundred calls at the same instant, from as many addresses, half of them to each process. */
const many = (call: (of: typeof steps, address: string) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: requests }, (_, index) =>
      call(index % 2 === 0 ? steps : elsewhere, `198.51.${Math.floor(index / 100)}.${(index % 100) + 1}`),
    ),
  );

function countsOf(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer.statusCode < 300 ? String(answer.statusCode) : statusAndCode(answer).join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const waitsAnHour = (answers: Answer[]) =>
  answers
    .filter(({ statusCode }) => statusCode === 429)
    .every(({ headers }) => Number(headers['retry-after']) > 3_500 && Number(headers['retry-after']) <= 3_600);

async function beginRefusal({ activationCode, lastName, birthDate }: Pending, phone: string) {
  const asked = { activationCode, lastName, birthDate, phone };
  const answer = await steps.post('activation/refusal/request-code', asked, { address: here });
  const { text } = await waitFor(() => test.texts.find(({ to }) => to === phone));
  return { token: answer.json<{ activationToken: string }>().activationToken, code: /\d{6}/.exec(text)?.[0] ?? '' };
}

describe('two hundred tries at the same instant, at two processes', () => {
  it('count five wrong activation codes of one person, and refuse the others', async () => {
    const pending = await steps.makePending();
    const wrong = { ...pending, activationCode: '0000-0000-0000' };
    const answers = await many((of, address) => of.begin(wrong, { address }));
    expect(countsOf(answers)).toEqual({ '404 EntityNotFound': 5, '429 VerificationCodeRateLimitExceeded': 195 });
    expect(waitsAnHour(answers)).toBe(true);
    expect(statusAndCode(await elsewhere.begin(pending))).toEqual([429, 'VerificationCodeRateLimitExceeded']);
    // Those that were refused counted nothing against their addresses.
    const stranger = await elsewhere.begin(await steps.makePending(), { address: '198.51.0.1' });
    expect(stranger.statusCode).toBe(200);
  });

  it('count five wrong codes of an SMS', async () => {
    const { token, code } = await beginRefusal(await steps.makePending(), '+33639981234');
    const wrong = { code: code === '111111' ? '222222' : '111111' };
    const answers = await many((of) => of.post('activation/refusal/verify-code', wrong, { token, address: here }));
    expect(countsOf(answers)).toEqual({ '422 WrongVerificationCode': 5, '429 VerificationCodeRateLimitExceeded': 195 });
    expect(
      statusAndCode(await steps.post('activation/refusal/verify-code', { code }, { token, address: here }))[0],
    ).toBe(429);
  });

  /** Messages that were dropped, since that of a newer code had gone. */
  const unsent = () => test.logged.filter((line) => line.includes('an SMS with an earlier code was not sent')).length;

  it.each([
    ['send three codes to one asker', '+33639985678', () => here, 3],
    ['send twenty codes to all askers together', '+33639985679', (address: string) => address, 20],
  ])('%s, and none after that of a newer code of the same asker', async (_what, phone, addressOf, made) => {
    const before = unsent();
    const { activationCode, lastName, birthDate } = await steps.makePending();
    const asked = { activationCode, lastName, birthDate, phone };
    const answers = await many((of, address) =>
      of.post('activation/refusal/request-code', asked, { address: addressOf(address) }),
    );
    expect(countsOf(answers)).toEqual({ '200': 200 });
    await jobsDone(test);
    const sent = test.texts.filter(({ to }) => to === phone).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent + unsent() - before).toBe(made);
  });

  it('use a right code once', async () => {
    const { token, code } = await beginRefusal(await steps.makePending(), '+33639984321');
    const answers = await many((of) => of.post('activation/refusal/verify-code', { code }, { token, address: here }));
    expect(countsOf(answers)).toEqual({ '204': 1, '404 NoVerificationCode': 199 });
  });
});
