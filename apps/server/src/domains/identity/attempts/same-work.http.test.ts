import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // Connects what connects at its first use.
  await post('password/reset/request-code', { email: 'premier@example.org', mode: 'EMAIL' });
});
afterAll(() => test.close());

const post = (path: string, payload: object) => test.app.inject({ method: 'POST', url: `${v1}/${path}`, payload });

/** How many statements reach PostgreSQL, those that begin and end transactions included. */
async function statementsOf(path: string, payload: object): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await post(path, payload);
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

let nobodies = 0;

/** The same calls, for an address that has an account and for one that has none. */
async function compare(calls: ReadonlyArray<readonly [path: string, payload: object]>) {
  const owner = await makeOwner(test);
  test.platform.vault.forget(owner.safeId);
  const unknown = `personne.${(nobodies += 1)}@example.org`;
  const counts: Array<[number, number]> = [];
  for (const [path, payload] of calls)
    counts.push([
      await statementsOf(path, { ...payload, email: owner.email }),
      await statementsOf(path, { ...payload, email: unknown }),
    ]);
  return counts;
}

const times = <T>(count: number, call: T): T[] => Array.from({ length: count }, () => call);

const wrongPassword = ['login', { password: 'Pas-Celui-La-12!?' }] as const;
const request = (mode: string) => ['password/reset/request-code', { mode }] as const;
const wrongCode = ['password/reset/verify-code', { code: '000000' }] as const;
const wrongAtOnce = [
  'password/reset',
  { code: '000000', password: 'Pavillon-Orange-83?!', confirmation: 'Pavillon-Orange-83?!' },
] as const;

describe('a known and an unknown address cost the same statements', () => {
  // The key of the safe is not at hand at first, as with any address that is tried.
  it.each([
    ['at sign-in, the first time and again', [wrongPassword, wrongPassword, wrongPassword]],
    ['at sign-in, until the way by password closes and after', times(12, wrongPassword)],
    ['when a code is asked for, also one time too many', [...times(4, request('EMAIL')), request('SMS')]],
    ['when a code is given that was never sent', [wrongCode, wrongCode]],
    ['when a code is wrong, until the door closes', [request('EMAIL'), ...times(7, wrongCode)]],
    ['in the call of version 1', [request('SMS'), wrongAtOnce, wrongAtOnce]],
  ])('%s', async (_when, calls: Array<readonly [string, object]>) => {
    const counts = await compare(calls);
    for (const [known, unknown] of counts) expect(unknown).toBe(known);
    expect(counts.every(([known]) => known > 0)).toBe(true);
  });
});
