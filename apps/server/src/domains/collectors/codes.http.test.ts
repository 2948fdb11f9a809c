import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, openPartner, type TestPartner } from '../../testing/collecting/collector-steps.ts';
import { childrenRunning } from '../../testing/instances/process-status.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { awaitCode } from './runs/codes.store.ts';

const minute = 60_000;

let partner: TestPartner;
let test: TestApp;
let camille: Collecting;
beforeAll(async () => {
  partner = await openPartner();
});
afterAll(() => partner.close());
beforeEach(async () => {
  partner.clock.set(new Date());
  test = await collectingApp(partner);
  camille = await Collecting.make(test, partner);
});
afterEach(() => test.close());

const give = (id: string, code: string) => camille.call('POST', `collectors/${id}/mfa-code`, { code });
const resend = (id: string) => camille.call('POST', `collectors/${id}/mfa-code/resend`);
const codesOf = ({ body }: { body: { errors?: Array<{ code: string }> } }) => body.errors;

// Without a worker: the code stays as it is.
describe('a code that a run awaits', () => {
  /** As its run does, when the partner asks for it. */
  const ask = async (collectorId: string) => {
    const { db, clock } = test.platform;
    const { run_id: runId } = await db
      .selectFrom('collectors')
      .select('run_id')
      .where('collector_id', '=', collectorId)
      .executeTakeFirstOrThrow();
    const key = { safeId: camille.owner.safeId, collectorId, runId: runId ?? '' };
    const after = (ms: number) => new Date(clock.now().getTime() + ms);
    const awaited = { expiresAt: after(10 * minute), canResendAt: after(15_000), wrong: 0, isAfterWrong: false };
    await db.transaction().execute((tx) => awaitCode(tx, key, awaited));
  };
  const stateOf = async (id: string) => {
    const rows = test.platform.db.selectFrom('collector_codes').select('state').where('collector_id', '=', id);
    return (await rows.executeTakeFirst())?.state;
  };

  it('is too late after its end, also where its run has not noticed that yet', async () => {
    const id = await camille.connect('mfa');
    await ask(id);
    test.clock.advance(10 * minute);
    const late = await give(id, camille.codeOf('mfa'));
    expect([late.status, codesOf(late)]).toEqual([410, [{ code: 'ExpiredVerificationCode' }]]);
    expect([await stateOf(id), (await camille.get(id)).status]).toEqual(['AWAITED', 'SYNCHRONIZING']);
  });

  it('is sent again after a pause, and not before', async () => {
    const id = await camille.connect('mfa');
    await ask(id);
    const soon = await resend(id);
    expect([soon.status, codesOf(soon)]).toEqual([429, [{ code: 'TooManyRequests' }]]);
    const waitSeconds = Number(soon.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(15);
    expect(await stateOf(id)).toBe('AWAITED');
    test.clock.advance(waitSeconds * 1_000);
    expect((await resend(id)).status).toBe(204);
    expect(await stateOf(id)).toBe('RESEND');
  });

  it('is sent again three times within an hour, and then once the hour is over', async () => {
    const id = await camille.connect('mfa');
    // One that came too early is not counted.
    await ask(id);
    expect((await resend(id)).status).toBe(429);
    const resendAfterPause = async () => {
      await ask(id);
      test.clock.advance(15_000);
      return resend(id);
    };
    for (let count = 1; count <= 3; count += 1) expect((await resendAfterPause()).status).toBe(204);
    const fourth = await resendAfterPause();
    expect([fourth.status, codesOf(fourth)]).toEqual([429, [{ code: 'CodeRequestRateLimitExceeded' }]]);
    const waitSeconds = Number(fourth.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(50 * 60);
    expect(waitSeconds).toBeLessThanOrEqual(60 * 60);
    expect(await stateOf(id)).toBe('AWAITED');
    test.clock.advance(waitSeconds * 1_000);
    await camille.signInAgain();
    expect((await resendAfterPause()).status).toBe(204);
  });
});

describe('a code that its owner no longer waits for', () => {
  it('is taken by nobody once the collector is deactivated; activated again, another one is asked for', async () => {
    await test.startWorker();
    const id = await camille.connect('mfa');
    await camille.until(id, ({ mfa }) => mfa !== null);
    const { status, body } = await camille.call('POST', `collectors/${id}/deactivate`);
    expect([status, body.status, body.mfa, body.alert]).toEqual([200, 'DISABLED', null, null]);
    for (const refused of [await give(id, camille.codeOf('mfa')), await resend(id)])
      expect(codesOf(refused)).toEqual([{ code: 'NoVerificationCode' }]);
    await expect.poll(() => childrenRunning('/collecting/child/boot.cjs')).toEqual([]);
    expect(await camille.get(id)).toMatchObject({ status: 'DISABLED', collectedDocuments: 0 });

    await camille.call('POST', `collectors/${id}/activate`);
    await camille.until(id, ({ mfa }) => mfa !== null);
    await give(id, camille.codeOf('mfa'));
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 24 });
    expect((await camille.runs(id)).map(({ result }) => result)).toEqual(['NEW_DOCUMENTS', 'ENDED']);
  });
});

describe('a code that is sent again', () => {
  it('is another one for the partner, has a life of its own, and takes the place of one that was wrong', async () => {
    await test.startWorker();
    const id = await camille.connect('mfa');
    const first = await camille.until(id, ({ mfa }) => mfa !== null);
    await give(id, '000000');
    const wrong = await camille.until(id, ({ alert }) => alert?.previousCodeWrong === true);
    expect(wrong.mfa?.expiresAt).toBe(first.mfa?.expiresAt);

    // For the partner, the one that it sent first has expired meanwhile.
    partner.clock.advance(11 * minute);
    test.clock.advance(5 * minute);
    expect((await resend(id)).status).toBe(204);
    const again = await camille.until(id, ({ mfa }) => mfa !== null && mfa.expiresAt !== first.mfa?.expiresAt);
    expect(again.alert?.code).toBe('MFA_REQUIRED');
    expect(again.alert).not.toHaveProperty('previousCodeWrong');
    const livesMs = (at: string | undefined) =>
      new Date(at ?? '').getTime() - new Date(first.mfa?.expiresAt ?? '').getTime();
    expect(livesMs(again.mfa?.expiresAt)).toBeGreaterThanOrEqual(5 * minute);

    await give(id, camille.codeOf('mfa'));
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: 24 });
  });
});
