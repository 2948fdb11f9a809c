import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../../testing/people/activation-steps.ts';
import { makeOwner, testPassword, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';
const hour = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

const post = (path: string, payload: object, { headers }: Pick<TestOwner, 'headers'>) =>
  test.app.inject({ method: 'POST', url: `${v1}/${path}`, headers, payload });

/** A code that was just sent to a new address. */
async function ask(owner: TestOwner): Promise<string> {
  const email = `nouvelle.${owner.safeId}@perso.example`;
  test.mails.splice(0);
  expect((await post('user/email-change/request-code', { email, password: testPassword }, owner)).statusCode).toBe(204);
  const { text } = await waitFor(() => test.mails.find(({ to }) => to === email));
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

const give = (owner: TestOwner, code: string) => post('user/email-change/verify-code', { code }, owner);

async function giveWrong(owner: TestOwner, right: string, times: number): Promise<void> {
  const wrong = right === '111111' ? '222222' : '111111';
  for (let count = 0; count < times; count += 1)
    expect(statusAndCode(await give(owner, wrong))).toEqual([422, 'WrongVerificationCode']);
}

/** A token of a sign-in lives an hour. */
async function anHourLater(owner: TestOwner): Promise<TestOwner> {
  test.clock.advance(hour);
  const { email, password } = owner;
  const { headers } = await post('login', { email, password }, { headers: {} });
  return { ...owner, headers: { authorization: `Bearer ${String(headers['set-authorization'])}` } };
}

const refusalOf = (answer: Awaited<ReturnType<typeof give>>) => answer.json<{ errors: object[] }>().errors;

it('ten wrong codes in a day close the codes of who is signed in for a day, and the answer says how many', async () => {
  let owner = await makeOwner(test);
  const first = await ask(owner);
  await giveWrong(owner, first, 5);
  const closedForHour = await give(owner, first);
  expect([closedForHour.statusCode, refusalOf(closedForHour)]).toEqual([
    429,
    [{ code: 'VerificationCodeRateLimitExceeded' }],
  ]);
  owner = await anHourLater(owner);
  const second = await ask(owner);
  await giveWrong(owner, second, 5);
  const closedForDay = await give(owner, second);
  expect([closedForDay.statusCode, refusalOf(closedForDay)]).toEqual([
    429,
    [{ code: 'VerificationCodeRateLimitExceeded', params: { tries: 10 } }],
  ]);
  expect(Number(closedForDay.headers['retry-after'])).toBeGreaterThan(23.9 * 3_600);
  owner = await anHourLater(owner);
  expect(refusalOf(await give(owner, await ask(owner)))).toEqual([
    { code: 'VerificationCodeRateLimitExceeded', params: { tries: 10 } },
  ]);
  test.clock.advance(22 * hour);
  owner = await anHourLater(owner);
  expect((await give(owner, await ask(owner))).statusCode).toBe(204);
});
