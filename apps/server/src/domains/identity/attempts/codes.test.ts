import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { requestCode, sendInTurn, verifyCode } from './codes.ts';
import { tryUnderGuards, type Guard } from './guards.ts';

const hour = 3_600_000;

let test: TestApp;
let owner = '';
let owners = 0;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  owner = `owner-${++owners}`;
});

const make = (subject: unknown = 'it') => {
  const { platform } = test;
  return platform.db.transaction().execute((tx) => requestCode(tx, platform, { purpose: 'test', owner, subject }));
};

const request = async (subject?: unknown) => (await make(subject)).code;

const verify = (code: string, effect = async (subject: string) => subject) =>
  verifyCode(test.platform, { purpose: 'test', owner, code, subject: z.string() }, (_tx, subject) => effect(subject));

async function refusalOf(call: Promise<unknown>): Promise<DomainError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** Returns the value of a call, or the code of its refusal. */
const outcome = async (call: Promise<string>): Promise<string> => {
  const [settled] = await Promise.allSettled([call]);
  return settled.status === 'fulfilled' ? settled.value : (await refusalOf(call)).code;
};

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function tryWrong(times: number, code: string): Promise<string[]> {
  const told: string[] = [];
  for (let count = 0; count < times; count += 1) told.push(await outcome(verify(wrongOf(code))));
  return told;
}

const wrong = (times: number) => Array.from({ length: times }, () => 'WrongVerificationCode');

describe('a code', () => {
  it('has six digits and proves its subject once', async () => {
    const code = await request('marie@exemple.fr');
    expect(code).toMatch(/^\d{6}$/);
    expect(await outcome(verify(code))).toBe('marie@exemple.fr');
    expect(await outcome(verify(code))).toBe('NoVerificationCode');
  });

  it('is bound to its purpose and its owner', async () => {
    const code = await request();
    const elsewhere = (key: { purpose: string; owner: string }) =>
      outcome(verifyCode(test.platform, { ...key, code, subject: z.string() }, async (_tx, subject) => subject));
    expect(await elsewhere({ purpose: 'other', owner })).toBe('NoVerificationCode');
    expect(await elsewhere({ purpose: 'test', owner: 'someone else' })).toBe('NoVerificationCode');
  });

  it('lives ten minutes', async () => {
    const code = await request();
    test.clock.advance(10 * 60_000 - 1_000);
    expect(await outcome(verify(wrongOf(code)))).toBe('WrongVerificationCode');
    test.clock.advance(1_000);
    expect(await outcome(verify(code))).toBe('ExpiredVerificationCode');
  });

  it('ends when a new one is asked for', async () => {
    const first = await request('first');
    const second = await request('second');
    // One time in a million they are the same.
    const told = await outcome(verify(first === second ? wrongOf(first) : first));
    expect(told).toBe('WrongVerificationCode');
    expect(await outcome(verify(second))).toBe('second');
  });

  it('is not used up when what it was to do is refused', async () => {
    const code = await request();
    const refused = verify(code, async () => {
      throw new DomainError('EmailAlreadyExists');
    });
    expect(await outcome(refused)).toBe('EmailAlreadyExists');
    expect(await outcome(verify(code))).toBe('it');
  });

  it('is kept as a keyed hash, beside a sealed subject', async () => {
    const code = await request('marie@exemple.fr');
    const rows = await test.platform.db.selectFrom('verification_codes').selectAll().execute();
    const bytes = Buffer.concat(rows.flatMap((row) => [row.owner_tag, row.code_tag, row.sealed_subject]));
    for (const plain of [code, 'marie', owner]) expect(bytes.includes(plain)).toBe(false);
  });
});

describe('messages with codes', () => {
  const to = 'a@exemple.fr';

  it('are not sent after that of the code which has replaced theirs', async () => {
    const inTurn = sendInTurn(test.platform);
    const [first, second] = [await make(), await make()];
    const sent: string[] = [];
    const send = ({ code, name }: typeof first) => inTurn({ to, ofCode: name }, async () => void sent.push(code));
    expect([await send(second), await send(first)]).toEqual(['sent', 'replaced']);
    owner = `${owner}-other`;
    const [third, fourth] = [await make(), await make()];
    expect([await send(third), await send(fourth)]).toEqual(['sent', 'sent']);
    expect(sent).toEqual([second.code, third.code, fourth.code]);
  });

  it('are sent in turn to one asker: the newest arrives last, though an earlier one is on its way', async () => {
    const inTurn = sendInTurn(test.platform);
    const arrived: string[] = [];
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = await make();
    const slow = inTurn({ to, ofCode: first.name }, async () => {
      begun.resolve();
      await end.promise;
      arrived.push('first');
    });
    await begun.promise;
    const second = await make();
    // To another address too: the asker is the same.
    const send = () => inTurn({ to: 'b@exemple.fr', ofCode: second.name }, async () => void arrived.push('second'));
    expect(await send()).toBe('waits');
    owner = `${owner}-other`;
    const other = await make();
    await inTurn({ to: 'c@exemple.fr', ofCode: other.name }, async () => void arrived.push('other'));
    end.resolve();
    expect([await slow, await send()]).toEqual(['sent', 'sent']);
    expect(arrived).toEqual(['other', 'first', 'second']);
  });
});

describe('messages to one recipient', () => {
  it('are sent one at a time, with a code or without: the others do not wait here for their turn', async () => {
    const inTurn = sendInTurn(test.platform);
    const end = Promise.withResolvers<void>();
    const first = inTurn({ to: 'a@exemple.fr', ofCode: undefined }, () => end.promise);
    const { name: ofCode } = await make();
    const send = (to: string) => inTurn({ to, ofCode }, async () => {});
    expect([await send('a@exemple.fr'), await send('b@exemple.fr')]).toEqual(['waits', 'sent']);
    end.reject(new Error('the server is away'));
    await expect(first).rejects.toThrow('the server is away');
    expect(await send('a@exemple.fr')).toBe('sent');
  });
});

describe('wrong codes', () => {
  it('are told five times, then nothing is tried for an hour, the right one included', async () => {
    const code = await request();
    expect(await tryWrong(6, code)).toEqual([...wrong(5), 'VerificationCodeRateLimitExceeded']);
    const { retryAfterSeconds } = await refusalOf(verify(code));
    expect(retryAfterSeconds).toBeGreaterThan(3_590);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
    test.clock.advance(hour);
    expect(await outcome(verify(await request()))).toBe('it');
  });

  it('are not forgotten because a new code was asked for', async () => {
    await tryWrong(3, await request());
    expect(await tryWrong(3, await request())).toEqual([...wrong(2), 'VerificationCodeRateLimitExceeded']);
  });

  it('are forgotten by a success', async () => {
    const code = await request();
    await tryWrong(4, code);
    expect(await outcome(verify(code))).toBe('it');
    expect(await tryWrong(6, await request())).toEqual([...wrong(5), 'VerificationCodeRateLimitExceeded']);
  });

  it('close the door for a day when there were ten', async () => {
    await tryWrong(5, await request());
    test.clock.advance(hour);
    await tryWrong(5, await request());
    test.clock.advance(hour);
    const { code, retryAfterSeconds } = await refusalOf(verify(await request()));
    expect(code).toBe('VerificationCodeRateLimitExceeded');
    expect(retryAfterSeconds).toBeGreaterThan(22 * 3_600);
    test.clock.advance(23 * hour);
    expect(await outcome(verify(await request()))).toBe('it');
  });

  it('count exactly five of 200 at the same instant', async () => {
    const code = await request();
    const told = await Promise.all(Array.from({ length: 200 }, () => outcome(verify(wrongOf(code)))));
    expect(told.filter((each) => each === 'WrongVerificationCode')).toHaveLength(5);
    expect(told.filter((each) => each === 'VerificationCodeRateLimitExceeded')).toHaveLength(195);
  });
});

it('lets a right code through once of 50 at the same instant', async () => {
  const code = await request();
  const told = await Promise.all(Array.from({ length: 50 }, () => outcome(verify(code))));
  expect(told.filter((each) => each === 'it')).toHaveLength(1);
  expect(told.filter((each) => each === 'NoVerificationCode')).toHaveLength(49);
});

it('gives three codes an hour, also to 20 requests at the same instant', async () => {
  const told = await Promise.all(Array.from({ length: 20 }, () => outcome(request())));
  expect(told.filter((each) => each === 'CodeRequestRateLimitExceeded')).toHaveLength(17);
  expect((await refusalOf(request())).retryAfterSeconds).toBeGreaterThan(3_590);
  test.clock.advance(hour);
  expect(await request()).toMatch(/^\d{6}$/);
});

describe('tries under several guards', () => {
  const guards = (person: string): Guard[] => [
    { purpose: 'person', owner: person, limits: { perHour: 5 } },
    { purpose: 'address', owner, limits: { perHour: 5 }, lasting: true },
  ];
  const attempt = (person: string, answer: string | DomainError) =>
    outcome(tryUnderGuards(test.platform, guards(person), async () => answer));
  const refusal = new DomainError('EntityNotFound');

  it('close for each of them, whichever of the others has changed', async () => {
    for (const person of ['a', 'b', 'c', 'd', 'e'])
      expect(await attempt(owner + person, refusal)).toBe('EntityNotFound');
    expect(await attempt(`${owner}f`, 'right')).toBe('VerificationCodeRateLimitExceeded');
  });

  it('are forgotten by a success where they belong to one person, not where they belong to an address', async () => {
    for (let count = 0; count < 4; count += 1) await attempt(owner, refusal);
    expect(await attempt(owner, 'right')).toBe('right');
    expect(await attempt(owner, refusal)).toBe('EntityNotFound');
    expect(await attempt(`${owner}-other`, 'right')).toBe('VerificationCodeRateLimitExceeded');
  });

  it('do not wait for each other', async () => {
    const crossed: Guard[] = ['x', 'y', 'z'].map((name) => ({ purpose: name, owner, limits: { perHour: 1_000 } }));
    const tries = Array.from({ length: 30 }, (_, index) =>
      tryUnderGuards(test.platform, index % 2 ? crossed : crossed.toReversed(), async () => 'done'),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['done']));
  });
});
