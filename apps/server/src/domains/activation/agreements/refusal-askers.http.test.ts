import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activationSteps, statusAndCode, waitFor, type Pending } from '../../../testing/people/activation-steps.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TestBrowser, type Answer } from '../../../testing/test-browser.ts';

const hour = 3_600_000;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  await test.startWorker();
});
afterAll(() => test.close());

/** Calls as a browser, or as a client without cookies, from an address. */
type Call = (path: string, payload: object, sent: { from: string; token?: string }) => Promise<Answer>;

function newBrowser(): Call {
  const browser = new TestBrowser(test);
  return (path, payload, { from, token }) =>
    browser.call(path, { payload, from, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
}
const client: Call = (path, payload, { from, token }) =>
  steps.post(path, payload, { address: from, ...(token !== undefined && { token }) });

let phones = 0;

type Begun = { token: string; code: string };

/** Asks for the code of an SMS, and receives it. */
async function begin(call: Call, { activationCode, lastName, birthDate }: Pending, from: string): Promise<Begun> {
  const phone = `+3363996${String((phones += 1)).padStart(4, '0')}`;
  const said = { activationCode, lastName, birthDate, phone };
  const answer = await call('activation/refusal/request-code', said, { from });
  expect(answer.statusCode).toBe(200);
  const { text } = await waitFor(() => test.texts.find(({ to }) => to === phone));
  return { token: answer.json<{ activationToken: string }>().activationToken, code: /\d{6}/.exec(text)?.[0] ?? '' };
}

const give = (call: Call, { token, code }: Begun, from: string) =>
  call('activation/refusal/verify-code', { code }, { from, token });

async function giveWrongly(call: Call, begun: Begun, from: string): Promise<void> {
  const code = begun.code === '111111' ? '222222' : '111111';
  expect(statusAndCode(await give(call, { ...begun, code }, from))).toEqual([422, 'WrongVerificationCode']);
}

const closed = [429, 'VerificationCodeRateLimitExceeded'];

describe('the wrong codes of a refusal', () => {
  it('count for the browser that its cookie names, whatever its address: five close its code for an hour', async () => {
    const pending = await steps.makePending();
    const browser = newBrowser();
    const mine = await begin(browser, pending, '198.51.100.1');
    for (let count = 1; count <= 5; count += 1) await giveWrongly(browser, mine, `198.51.100.${count}`);
    const refused = await give(browser, mine, '198.51.100.6');
    expect(statusAndCode(refused)).toEqual(closed);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(hour / 1_000 - 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(hour / 1_000);
    const again = await begin(browser, pending, '198.51.100.7');
    expect(statusAndCode(await give(browser, again, '198.51.100.7'))).toEqual(closed);
    test.clock.advance(hour);
    const later = await begin(browser, pending, '198.51.100.7');
    // The five are forgotten, not the oldest of them alone.
    for (let count = 0; count < 4; count += 1) await giveWrongly(browser, later, '198.51.100.7');
    expect((await give(browser, later, '198.51.100.7')).statusCode).toBe(204);
  });

  it('of one browser close no other at its address, nor who has no cookie there', async () => {
    const pending = await steps.makePending();
    const from = '198.51.100.20';
    const [one, other] = [newBrowser(), newBrowser()];
    const theirs = await begin(one, pending, from);
    const mine = await begin(other, pending, from);
    const without = await begin(client, pending, from);
    for (let count = 0; count < 5; count += 1) await giveWrongly(one, theirs, from);
    expect(statusAndCode(await give(one, theirs, from))).toEqual(closed);
    expect((await give(client, without, from)).statusCode).toBe(204);
    expect((await give(other, mine, from)).statusCode).toBe(204);
  });

  it('count for the client address, an IPv6 network as a whole, where no cookie names a browser', async () => {
    const pending = await steps.makePending();
    const browser = newBrowser();
    const known = await begin(browser, pending, '2001:db8:7:1::1');
    const mine = await begin(client, pending, '2001:db8:7:1::1');
    for (let count = 1; count <= 5; count += 1) await giveWrongly(client, mine, `2001:db8:7:1:${count}::${count}`);
    expect(statusAndCode(await give(client, mine, '2001:db8:7:1:9::9'))).toEqual(closed);
    const elsewhere = await begin(client, pending, '2001:db8:7:2::1');
    expect((await give(client, elsewhere, '2001:db8:7:2::1')).statusCode).toBe(204);
    expect((await give(browser, known, '2001:db8:7:1::1')).statusCode).toBe(204);
  });
});
