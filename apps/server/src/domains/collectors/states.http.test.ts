import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Collector } from '@perenne/contract/collectors';
import { newPassword, type Behaviour } from '../../../demo/partner/accounts.ts';
import { Collecting, collectingApp, openPartner, type TestPartner } from '../../testing/collecting/collector-steps.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { beginScheduled } from '../../testing/jobs/scheduled-jobs.ts';
import type { TestApp } from '../../testing/test-app.ts';

const minute = 60_000;

let partner: TestPartner;
let test: TestApp;
let camille: Collecting;
// The clock goes far: each test has a world of its own.
beforeAll(async () => {
  partner = await openPartner();
});
afterAll(() => partner.close());
beforeEach(async () => {
  partner.clock.set(new Date());
  test = await collectingApp(partner);
  await test.startWorker();
  camille = await Collecting.make(test, partner);
});
afterEach(async () => {
  await test.close();
});

const synchronise = (id: string) => camille.call('POST', `collectors/${id}/synchronise`);
const give = (id: string, code: string) => camille.call('POST', `collectors/${id}/mfa-code`, { code });
const isCodeAwaited = ({ mfa }: Collector) => mfa !== null;
/** A tenth more or less, and what the test itself takes. */
const isAbout = (instant: string | undefined, minutes: number): boolean => {
  const left = (new Date(instant ?? '').getTime() - test.clock.now().getTime()) / minute;
  return left > minutes * 0.9 - 2 && left <= minutes * 1.1;
};
const mails = () => test.mails.filter(({ subject }) => subject === 'Un collecteur a besoin de vous');
const actions = async () =>
  ((await camille.call('GET', 'user/journal?kind=collector')).body.items as Array<{ action: string }>).map(
    ({ action }) => action,
  );

describe('a collector that works', () => {
  it('brings the 24 invoices of an account, once', async () => {
    const id = await camille.connect('invoices');
    const ended = await camille.ended(id);
    expect(ended).toMatchObject({
      ...{ status: 'ENABLED', alert: null, mfa: null, collectedDocuments: 24, newDocuments: 24 },
      agent: { id: 'lumen-energie', name: 'Lumen Énergie', status: 'RUNNING' },
    });
    const { total, items } = await camille.documents();
    expect(total).toBe(24);
    expect(items[0]).toMatchObject({
      ...{ addedBy: 'collector', unread: true, type: 'FACTA', mimeType: 'application/pdf' },
      origin: { name: 'Électricité', collectorId: id },
    });
    await synchronise(id);
    expect(await camille.ended(id)).toMatchObject({ alert: { code: 'NO_NEW_DOCUMENT' }, newDocuments: 0 });
    expect((await camille.documents()).total).toBe(24);
    expect(await camille.runs(id)).toMatchObject([
      { result: 'NO_NEW_DOCUMENT', newDocuments: 0, skipped: [] },
      { result: 'NEW_DOCUMENTS', newDocuments: 24, skipped: [] },
    ]);
    expect(await actions()).toEqual(['collector.synchronised', 'collector.created']);
  });

  it('comes back each night by itself, between 2 and 6 in Paris, for what is new', async () => {
    const id = await camille.connect('one-more-each-time');
    const { nextSynchronisationAt } = await camille.ended(id);
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit' });
    expect(['02', '03', '04', '05']).toContain(hour.format(new Date(nextSynchronisationAt ?? '')));
    const due = new Date(nextSynchronisationAt ?? '').getTime();
    test.clock.set(new Date(due - minute));
    await camille.signInAgain();
    expect(await beginScheduled(test, 'collectors.due')).toBe('* * * * *');
    await jobsDone(test);
    expect(await camille.runs(id)).toHaveLength(1);
    // As each minute does, without anybody.
    test.clock.set(new Date(due));
    await beginScheduled(test, 'collectors.due');
    await camille.until(id, ({ collectedDocuments, status }) => collectedDocuments === 2 && status === 'ENABLED');
    expect(test.logged.join('')).toContain('collectors were due');
  });

  it('leaves out what is older than its owner asked for', async () => {
    const since = partner.clock.now().toISOString().slice(0, 8).concat('01');
    const id = await camille.connect('invoices', { since });
    expect(await camille.ended(id)).toMatchObject({ since, collectedDocuments: 1 });
  });
});

describe('each alert', () => {
  it('AGENT_UNAVAILABLE: the partner answers 5xx, and is tried again after a quarter of an hour, then half an hour', async () => {
    const id = await camille.connect('down');
    const first = await camille.ended(id);
    expect(first).toMatchObject({ status: 'ENABLED', alert: { code: 'AGENT_UNAVAILABLE' } });
    const retryAt = first.alert?.retryAt ?? '';
    expect(first.nextSynchronisationAt).toBe(retryAt);
    expect(isAbout(retryAt, 15)).toBe(true);
    await camille.goTo(retryAt);
    const second = await camille.until(id, ({ alert }) => alert !== null && alert.since > retryAt);
    expect(isAbout(second.alert?.retryAt, 30)).toBe(true);
    expect(mails()).toEqual([]);
  });

  it('CREDENTIALS_INVALID: blocks, is mailed once, and is mended by new credentials', async () => {
    const right = camille.credentialsOf('invoices');
    const id = await camille.connect('invoices', { credentials: { ...right, password: 'not-this-one' } });
    expect(await camille.ended(id)).toMatchObject({
      ...{ status: 'BLOCKED', alert: { code: 'CREDENTIALS_INVALID' }, nextSynchronisationAt: null },
      can: { modify: true, activate: true, synchronise: true, resendCode: false },
    });
    await expect.poll(mails).toHaveLength(1);
    expect(await actions()).toEqual(['collector.refused', 'collector.created']);
    const changed = await camille.call('PATCH', `collectors/${id}`, { credentials: { password: right.password } });
    expect([changed.status, changed.body.status, changed.body.alert]).toEqual([200, 'SYNCHRONIZING', null]);
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 24 });
    expect(mails()).toHaveLength(1);
  });

  it('PASSWORD_EXPIRED: the partner asks for a new password', async () => {
    const id = await camille.connect('password-expired');
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'PASSWORD_EXPIRED' } });
  });

  it('ACCOUNT_BLOCKED: the partner has blocked the account', async () => {
    const id = await camille.connect('blocked');
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'ACCOUNT_BLOCKED' } });
    await synchronise(id);
    await camille.ended(id);
    // It became blocked twice.
    await expect.poll(mails).toHaveLength(2);
  });

  it('MFA_REQUIRED: waits for the code, and goes on with it', async () => {
    const id = await camille.connect('mfa');
    const waiting = await camille.until(id, isCodeAwaited);
    expect(waiting).toMatchObject({
      ...{ status: 'SYNCHRONIZING', alert: { code: 'MFA_REQUIRED' } },
      can: { giveCode: true, resendCode: true, modify: false },
    });
    expect(waiting.alert).not.toHaveProperty('previousCodeWrong');
    const given = await give(id, camille.codeOf('mfa'));
    expect([given.status, given.body.alert, given.body.mfa]).toEqual([200, null, null]);
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', collectedDocuments: 24 });
  });

  it('MFA_REQUIRED with previousCodeWrong, four times; the fifth wrong code is SYNCHRONISATION_FAILED', async () => {
    const id = await camille.connect('mfa');
    const first = await camille.until(id, isCodeAwaited);
    for (let tries = 1; tries <= 4; tries += 1) {
      expect((await give(id, '000000')).status).toBe(200);
      const again = await camille.until(id, isCodeAwaited);
      expect(again.alert).toMatchObject({ code: 'MFA_REQUIRED', previousCodeWrong: true });
      expect(again.mfa?.expiresAt).toBe(first.mfa?.expiresAt);
    }
    await give(id, '000000');
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED' } });
  });

  it('MFA_EXPIRED: nobody gave the code; another one starts a new run', async () => {
    const id = await camille.connect('mfa');
    await camille.until(id, isCodeAwaited);
    test.clock.advance(10 * minute);
    expect(await camille.ended(id)).toMatchObject({
      ...{ status: 'BLOCKED', alert: { code: 'MFA_EXPIRED' }, mfa: null },
      can: { giveCode: false, resendCode: true },
    });
    expect((await give(id, camille.codeOf('mfa'))).body.errors).toEqual([{ code: 'ExpiredVerificationCode' }]);
    expect((await camille.call('POST', `collectors/${id}/mfa-code/resend`)).status).toBe(204);
    await camille.until(id, isCodeAwaited);
    await give(id, camille.codeOf('mfa'));
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: null });
  });

  it('MFA_EXPIRED: the partner says how short its code lives', async () => {
    const id = await camille.connect('mfa-slow');
    const { mfa } = await camille.until(id, isCodeAwaited);
    expect((new Date(mfa?.expiresAt ?? '').getTime() - test.clock.now().getTime()) / 1_000).toBeLessThanOrEqual(5);
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'MFA_EXPIRED' } });
  });

  it('MFA_EXPIRED: the code came too late for the partner', async () => {
    const id = await camille.connect('mfa');
    await camille.until(id, isCodeAwaited);
    partner.clock.advance(11 * minute);
    await give(id, camille.codeOf('mfa'));
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'MFA_EXPIRED' } });
  });

  it('TECHNICAL_ERROR, and SYNCHRONISATION_FAILED the fifth time in a row', async () => {
    const id = await camille.connect('breaks');
    for (let fault = 1; fault <= 4; fault += 1) {
      const { status, alert } = await camille.ended(id);
      expect([status, alert?.code]).toEqual(['ENABLED', 'TECHNICAL_ERROR']);
      await camille.goTo(alert?.retryAt);
    }
    expect(await camille.ended(id)).toMatchObject({ status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED' } });
    expect((await camille.runs(id)).map(({ result }) => result)).toEqual([
      'SYNCHRONISATION_FAILED',
      ...Array.from({ length: 4 }, () => 'TECHNICAL_ERROR'),
    ]);
  });

  it('NO_NEW_DOCUMENT: there is none', async () => {
    const id = await camille.connect('empty');
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'NO_NEW_DOCUMENT' } });
  });
});

describe('each alert ends once its cause has', () => {
  const settled: string[] = [];
  /** At the partner. */
  const settle = async (behaviour: Behaviour) => {
    const { login } = camille.credentialsOf(behaviour);
    settled.push(login);
    await partner.settle(login, true);
  };
  afterEach(async () => {
    for (const login of settled.splice(0)) await partner.settle(login, false);
  });
  const connectInto = async (code: string, behaviour: Behaviour) => {
    const id = await camille.connect(behaviour);
    const { alert, nextSynchronisationAt } = await camille.ended(id);
    expect(alert?.code).toBe(code);
    return { id, nextSynchronisationAt };
  };
  const withDocuments = (id: string) =>
    camille.until(id, ({ status, collectedDocuments }) => status !== 'SYNCHRONIZING' && collectedDocuments === 24);
  const atEase = { status: 'ENABLED', alert: null };

  it.each([
    ['AGENT_UNAVAILABLE', 'down'],
    ['TECHNICAL_ERROR', 'breaks'],
    ['NO_NEW_DOCUMENT', 'empty'],
  ] as const)('%s: by itself, at the next synchronisation', async (code, behaviour) => {
    const { id, nextSynchronisationAt } = await connectInto(code, behaviour);
    await settle(behaviour);
    await camille.goTo(nextSynchronisationAt);
    expect(await withDocuments(id)).toMatchObject(atEase);
  });

  it('ACCOUNT_BLOCKED: the partner has freed the account, and its owner starts the collector again', async () => {
    const { id } = await connectInto('ACCOUNT_BLOCKED', 'blocked');
    await settle('blocked');
    expect((await camille.call('POST', `collectors/${id}/activate`)).status).toBe(200);
    expect(await withDocuments(id)).toMatchObject(atEase);
  });

  it('PASSWORD_EXPIRED: its owner gives the new password', async () => {
    const { id } = await connectInto('PASSWORD_EXPIRED', 'password-expired');
    await settle('password-expired');
    await camille.call('PATCH', `collectors/${id}`, { credentials: { password: newPassword } });
    expect(await withDocuments(id)).toMatchObject(atEase);
  });

  it('SYNCHRONISATION_FAILED: its owner starts the collector again, and gives the right code', async () => {
    const id = await camille.connect('mfa');
    for (let tries = 1; tries <= 5; tries += 1) {
      await camille.until(id, isCodeAwaited);
      await give(id, '000000');
    }
    expect((await camille.ended(id)).alert?.code).toBe('SYNCHRONISATION_FAILED');
    expect((await camille.call('POST', `collectors/${id}/activate`)).status).toBe(200);
    await camille.until(id, isCodeAwaited);
    await give(id, camille.codeOf('mfa'));
    expect(await withDocuments(id)).toMatchObject(atEase);
  });
});
