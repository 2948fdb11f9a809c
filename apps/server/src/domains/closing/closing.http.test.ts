import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statusAndCode, waitFor } from '../../testing/people/activation-steps.ts';
import { Depositor } from '../../testing/people/depositor.ts';
import { makeOwner, testPassword, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { destroyDueSafes } from './destroy-due-safes.ts';

const v1 = '/backend/api/v1';
const day = 86_400_000;

let test: TestApp;
let from: Depositor;
// The clock goes far: each test has a world of its own.
beforeEach(async () => {
  test = await createTestApp();
  from = await Depositor.make(test);
  await test.startWorker();
});
afterEach(() => test.close());

const close = ({ headers }: TestOwner, payload: object = { password: testPassword, acknowledged: true }) =>
  test.app.inject({ method: 'DELETE', url: `${v1}/user`, headers, payload });
const login = ({ email }: TestOwner) =>
  test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password: testPassword } });
const mailTo = ({ email }: TestOwner, subject: string) =>
  waitFor(() => test.mails.find((mail) => mail.to === email && mail.subject === subject));

const signedIn = async (owner: TestOwner) => ({
  authorization: `Bearer ${String((await login(owner)).headers['set-authorization'])}`,
});

const countOf = async (table: 'accounts' | 'sessions' | 'documents' | 'categories' | 'safes', safeId: string) =>
  (await test.platform.db.selectFrom(table).select('safe_id').where('safe_id', '=', safeId).execute()).length;

describe('closing a safe', () => {
  it('takes the password and the acknowledgement, signs out everywhere, and is told', async () => {
    const owner = await makeOwner(test);
    const wrong = await close(owner, { password: 'wrong', acknowledged: true });
    expect(wrong.json()).toEqual({ status: 422, errors: [{ code: 'InvalidUserPassword', field: 'password' }] });
    for (const payload of [{ password: testPassword }, { password: testPassword, acknowledged: false }])
      expect(statusAndCode(await close(owner, payload))).toEqual([400, 'InvalidRequest']);
    const answer = await close(owner);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await test.app.inject({ url: `${v1}/user/profile`, headers: owner.headers })).statusCode).toBe(401);
    expect((await mailTo(owner, 'Votre coffre va être fermé')).text).toContain('https://safe.example/login');
  });

  it('is cancelled by a sign-in, which is told', async () => {
    const owner = await makeOwner(test, { locale: 'en' });
    await close(owner);
    test.clock.advance(30 * day - 60_000);
    expect(await destroyDueSafes(test.platform)).toBe(0);
    const headers = await signedIn(owner);
    await mailTo(owner, 'Your safe stays open');
    const journal = await test.app.inject({ url: `${v1}/user/journal?kind=safe`, headers });
    expect(journal.json<{ items: Array<{ action: string }> }>().items.map(({ action }) => action)).toEqual([
      'safe.closing-cancelled',
      'safe.closing',
      'safe.created',
    ]);
    test.clock.advance(2 * day);
    expect(await destroyDueSafes(test.platform)).toBe(0);
    expect((await login(owner)).statusCode).toBe(200);
  });

  it('destroys the other safes that are due where one cannot be read', async () => {
    const [broken, owner] = [await makeOwner(test), await makeOwner(test)];
    for (const each of [broken, owner]) await close(each);
    await test.platform.db
      .updateTable('accounts')
      .set({ sealed_profile: Buffer.alloc(64) })
      .where('safe_id', '=', broken.safeId)
      .execute();
    test.clock.advance(30 * day);
    expect(await destroyDueSafes(test.platform)).toBe(1);
    expect([await countOf('safes', owner.safeId), await countOf('safes', broken.safeId)]).toEqual([0, 1]);
    expect(test.logged.filter((line) => line.includes(broken.safeId) && line.includes('"level":50'))).toHaveLength(1);
  });

  it('destroys everything after 30 days: account, key, documents, then their objects', async () => {
    const employee = await from.addEmployee();
    const waiting = await from.deposit();
    const owner = await makeOwner(test);
    await employee.activate(owner);
    expect(waiting.body.delivery).toBe('ELECTRONIC');
    await upload(test, owner);
    await expect.poll(() => from.documentsOf(owner)).toMatchObject({ total: 2 });
    expect(await from.objects()).toHaveLength(2);
    await close(owner);
    test.clock.advance(30 * day);
    expect(statusAndCode(await login(owner))).toEqual([401, 'Unauthorized']);
    expect(await destroyDueSafes(test.platform)).toBe(1);
    for (const table of ['accounts', 'sessions', 'documents', 'categories', 'safes'] as const)
      expect([table, await countOf(table, owner.safeId)]).toEqual([table, 0]);
    await expect(test.platform.vault.keysOf(owner.safeId, 'owner')).rejects.toThrow('this safe has no key');
    await expect.poll(() => from.objects()).toEqual([]);
    expect(statusAndCode(await login(owner))).toEqual([401, 'Unauthorized']);
    await mailTo(owner, 'Votre coffre est fermé');
    expect(await destroyDueSafes(test.platform)).toBe(0);
  });

  it('keeps the chain of the journal, whose details nothing opens any more', async () => {
    const owner = await makeOwner(test);
    await close(owner);
    test.clock.advance(30 * day);
    await destroyDueSafes(test.platform);
    const entries = await test.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'actor_kind', 'prev_hash', 'hash'])
      .where('safe_id', '=', owner.safeId)
      .orderBy('seq')
      .execute();
    expect(entries.at(-1)).toMatchObject({ action: 'safe.closing', actor_kind: 'system' });
    expect(entries.slice(1).map((entry) => entry.prev_hash)).toEqual(entries.slice(0, -1).map((entry) => entry.hash));
  });

  it('lets the employee wait again, and the address open another safe', async () => {
    const employee = await from.addEmployee();
    const owner = await makeOwner(test);
    await employee.activate(owner);
    await close(owner);
    test.clock.advance(30 * day);
    await destroyDueSafes(test.platform);
    const { state } = await test.platform.db.selectFrom('employees').select('state').executeTakeFirstOrThrow();
    expect([state, await employee.waitingSafeId()]).toEqual(['pending', null]);
    expect((await from.deposit()).body.delivery).toBe('ELECTRONIC');
    expect(await employee.waitingSafeId()).not.toBeNull();
    expect((await login(await makeOwner(test, { email: owner.email }))).statusCode).toBe(200);
  });
});
