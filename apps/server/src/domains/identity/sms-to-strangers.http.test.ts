import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwner, type TestOwner } from '../../testing/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';

const hour = 3_600_000;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterEach(() => test.close());

/** Asks from a browser that nobody has seen; the number of the profile is one that its owner has only written down. */
async function ask({ email }: TestOwner, mode = 'SMS'): Promise<void> {
  const answer = await new TestBrowser(test).call('password/reset/request-code', { payload: { email, mode } });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
}

/** What was asked for before has left once a later mail has. */
async function drain(): Promise<void> {
  const last = await makeOwner(test);
  await ask(last, 'EMAIL');
  await expect.poll(() => test.mails.some(({ to }) => to === last.email)).toBe(true);
}

it('a number that an account gives as its own gets 60 SMS in 24 hours, whoever asks, from all accounts together', async () => {
  const [first, second] = [await makeOwner(test), await makeOwner(test)];
  for (let round = 1; round <= 4; round += 1) {
    for (let count = 0; count < 20; count += 1) await ask(round < 3 ? first : second);
    await drain();
    await expect.poll(() => test.texts.length).toBe(Math.min(60, 20 * round));
    test.clock.advance(hour);
  }
  await ask(first, 'EMAIL');
  await expect.poll(() => test.mails.some(({ to }) => to === first.email)).toBe(true);
  test.clock.advance(24 * hour);
  await ask(second);
  await expect.poll(() => test.texts.length).toBe(61);
});
