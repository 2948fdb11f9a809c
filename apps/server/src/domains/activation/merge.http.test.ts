import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activationSteps,
  newTokenOf,
  statusAndCode,
  waitFor,
  type Answer,
} from '../../testing/people/activation-steps.ts';
import { holdSafe } from '../documents/documents.ts';
import { alteredToken } from '../../testing/files/altered.ts';
import { Depositor, digest } from '../../testing/people/depositor.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../testing/people/makers.ts';
import { mergeSteps, type Granted } from '../../testing/people/merge-steps.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestEmployer } from '../../testing/people/test-employer.ts';

const minute = 60_000;

let test: TestApp;
let steps: ReturnType<typeof activationSteps>;
let proving: ReturnType<typeof mergeSteps>;
beforeAll(async () => {
  test = await createTestApp();
  steps = activationSteps(test);
  proving = mergeSteps(steps);
  await test.startWorker();
});
afterAll(() => test.close());

const journalOf = async (token: string) =>
  (await steps.get('user/journal', token)).json<{ items: Array<{ action: string; title?: string }> }>().items;

function changePassword({ headers, password: currentPassword }: TestOwner) {
  const password = 'Clarinette-Lunaire-48!?';
  const payload = { currentPassword, password, confirmation: password };
  return test.app.inject({ method: 'PUT', url: '/backend/api/v1/user/password', headers, payload });
}

describe('the merge of an activation into a safe that one has', () => {
  it('brings what waited into it, and signs in', async () => {
    const from = await Depositor.make(test);
    const owner = await makeOwner(test);
    expect((await upload(test, owner)).statusCode).toBe(201);
    const person = { firstName: 'Inès', lastName: 'Caron-Merge', birthDate: '1991-07-30' };
    const [row] = await from.employer.sendLines([{ employeeNumber: '7', ...person }]);
    const pending = { ...person, activationCode: String(row?.activationCode) };
    const deposited = await from.deposit({ content: makePdf('waits') });
    const token = await steps.beginWell(pending);
    const proved = await proving.proveBy(token, owner);
    expect(proved.statusCode).toBe(200);
    expect(proved.json()).toEqual({
      mergeToken: expect.any(String) as string,
      mergeInfo: {
        ...{ firstName: 'Camille', lastName: 'Renaudin', nbDocs: 1 },
        activatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    });
    expect(proved.headers['set-authorization']).toBeUndefined();
    const { mergeToken } = proved.json<Granted>();
    const claims = decodeJwt(mergeToken);
    expect(claims['type']).toBe('JwtPayloadMerge');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
    const answer = await proving.merge(token, mergeToken);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const auth = newTokenOf(answer);
    expect(decodeJwt(auth)).toMatchObject({ type: 'JwtPayloadLoggedUser', sub: owner.safeId });
    const recovered = async () => (await steps.get('activation/progress', auth)).json<{ recovered: number }>();
    while ((await recovered()).recovered < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    const { items, total } = await from.documentsOf({ ...owner, token: auth });
    expect(total).toBe(2);
    expect(items.map(({ sha256 }) => sha256)).toContain(digest(makePdf('waits')));
    const joined = (await journalOf(auth)).filter(({ action }) => action === 'employer.joined');
    expect(joined).toMatchObject([{ title: 'Ateliers Martin', result: 'done', actor: { kind: 'owner' } }]);
    const mail = await waitFor(() =>
      test.mails.find(({ to, subject }) => to === owner.email && /employeur/.test(subject)),
    );
    expect(mail.text).toContain('Ateliers Martin');
    expect((await steps.get('user/payslip-agreement-status', auth)).json()).toMatchObject({
      agreements: [{ employer: { name: 'Ateliers Martin' }, accepted: true }],
    });
    expect((await from.employer.call('GET', 'employees/7')).body).toMatchObject({ state: 'activated' });
    expect(deposited.body.delivery).toBe('ELECTRONIC');
    for (const ended of [await proving.merge(token, mergeToken), await steps.begin(pending)])
      expect(ended.statusCode).toBeGreaterThanOrEqual(401);
    expect((await steps.get('user/profile', owner.token)).statusCode).toBe(200);
  });

  it('is won by one of two at the same instant', async () => {
    const token = await steps.beginWell();
    const [one, other] = [await makeOwner(test), await makeOwner(test)];
    const tokens = [
      await proving.grant(token, one),
      await proving.grant(token, other),
      await proving.grant(token, one),
    ];
    const answers = await Promise.all(tokens.map((mergeToken) => proving.merge(token, mergeToken)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401, 401]);
    const winner = decodeJwt(newTokenOf(answers.find(({ statusCode }) => statusCode === 204) as Answer)).sub;
    const rows = await test.platform.db
      .selectFrom('employees')
      .select('employee_id')
      .where('safe_id', 'in', [one.safeId, other.safeId])
      .execute();
    expect(rows).toHaveLength(1);
    expect([one.safeId, other.safeId]).toContain(winner);
  });

  it('may bring an employer whose domain is that of the address, which the next sign-in then refuses', async () => {
    const employer = await createTestEmployer(test, { emailDomains: ['fonderie-morel.example'] });
    const owner = await makeOwner(test, { email: 'camille@fonderie-morel.example' });
    const token = await steps.beginWell(await steps.makePending({}, employer));
    expect((await proving.merge(token, await proving.grant(token, owner))).statusCode).toBe(204);
    const { email, password } = owner;
    const signedIn = await steps.post('login', { email, password });
    expect(decodeJwt(newTokenOf(signedIn))).toMatchObject({ type: 'JwtPayloadLoggedInvalidUser' });
  });

  it('asks for the terms, and loses nothing when they are not accepted', async () => {
    const token = await steps.beginWell();
    const mergeToken = await proving.grant(token, await makeOwner(test));
    const answer = await proving.merge(token, mergeToken, { termsAccepted: false });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ code: 'InvalidRequest', field: 'termsAccepted' }] });
    expect((await proving.merge(token, mergeToken)).statusCode).toBe(204);
  });
});

describe('an employer who joins a safe that has it already', () => {
  it('deposits again for all numbers of its owner, who had refused with another', async () => {
    const from = await Depositor.make(test);
    const owner = await from.addOwner();
    await from.setElectronic(owner, false);
    const person = { firstName: 'Inès', lastName: 'Caron', birthDate: '1991-07-30' };
    const [row] = await from.employer.sendLines([{ employeeNumber: '8', ...person }]);
    const token = await steps.beginWell({ ...person, activationCode: String(row?.activationCode) });
    const joined = await proving.merge(token, await proving.grant(token, owner));
    expect(joined.statusCode).toBe(204);
    for (const employeeNumber of ['7', '8']) {
      const metadata = { employeeNumber, type: 'PAYE', title: 'Novembre', period: '2026-11' };
      const sent = await from.deposit({ metadata, content: makePdf(`november ${employeeNumber}`) });
      expect(sent.body.delivery).toBe('ELECTRONIC');
    }
    const { agreements } = (await steps.get('user/payslip-agreement-status', newTokenOf(joined))).json<{
      agreements: unknown[];
    }>();
    expect(agreements).toMatchObject([{ accepted: true }]);
  });
});

describe('a merge token', () => {
  it('serves the activation that asked for it, and no other', async () => {
    const owner = await makeOwner(test);
    const [token, other] = [await steps.beginWell(), await steps.beginWell()];
    const mergeToken = await proving.grant(token, owner);
    const forged = await test.platform.tokens.issue(
      'merge',
      { sub: owner.safeId, sid: String(decodeJwt(token).jti) },
      { browser: null },
    );
    for (const bad of [undefined, '', 'x.y.z', owner.token, token, forged, alteredToken(mergeToken)])
      expect(statusAndCode(await proving.merge(token, bad))).toEqual([401, 'AuthTokenNotValid']);
    expect(statusAndCode(await proving.merge(other, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
    expect((await proving.merge(token, mergeToken)).statusCode).toBe(204);
  });

  it('lives fifteen minutes', async () => {
    const token = await steps.beginWell();
    const mergeToken = await proving.grant(token, await makeOwner(test));
    test.clock.advance(15 * minute);
    expect(statusAndCode(await proving.merge(token, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('dies with the password that it stands for', async () => {
    const token = await steps.beginWell();
    const owner = await makeOwner(test);
    const mergeToken = await proving.grant(token, owner);
    expect((await changePassword(owner)).statusCode).toBe(204);
    expect(statusAndCode(await proving.merge(token, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });

  it('dies with the password that is replaced while the activation waits for the safe', async () => {
    const token = await steps.beginWell();
    const owner = await makeOwner(test);
    const mergeToken = await proving.grant(token, owner);
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = test.platform.db.transaction().execute(async (tx) => {
      await holdSafe(tx, owner.safeId);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const merging = proving.merge(token, mergeToken);
    await expect.poll(() => countLockWaits(test)).toBe(1);
    expect((await changePassword(owner)).statusCode).toBe(204);
    release.resolve();
    await holding;
    expect(statusAndCode(await merging)).toEqual([401, 'AuthTokenNotValid']);
    const sessions = test.platform.db.selectFrom('sessions').selectAll().where('safe_id', '=', owner.safeId);
    expect((await sessions.where('closed_at', 'is', null).execute()).length).toBe(1);
  });

  it('opens nothing else', async () => {
    const token = await steps.beginWell();
    const mergeToken = await proving.grant(token, await makeOwner(test));
    expect(statusAndCode(await steps.get('user/profile', mergeToken))).toEqual([401, 'AuthTokenNotValid']);
    expect(statusAndCode(await proving.merge(mergeToken, mergeToken))).toEqual([401, 'AuthTokenNotValid']);
  });
});
