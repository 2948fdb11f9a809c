import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Depositor, october } from '../../../testing/people/depositor.ts';
import { makePdf, upload } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deleteExpiredKeys } from './deposits.store.ts';

let test: TestApp;
let from: Depositor;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
});

describe('the same deposit', () => {
  it('is answered the same under its key, and nothing is doubled', async () => {
    const owner = await from.addOwner();
    const first = await from.deposit({ key: 'k1' });
    const count = (await from.objects()).length;
    for (const fileFirst of [true, false])
      expect(await from.deposit({ key: 'k1', fileFirst })).toEqual({ status: 201, body: first.body });
    expect(await from.deposit({ key: 'other' })).toEqual({ status: 201, body: first.body });
    expect(await from.deposit({ key: 'third', metadata: { ...october, title: 'Another title' } })).toEqual(first);
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1 });
    expect(await from.objects()).toHaveLength(count);
  });

  it.each([
    ['another file', { content: makePdf('another') }],
    ['another title', { metadata: { ...october, title: 'Another' } }],
    ['another period', { metadata: { ...october, period: '2026-11' } }],
    ['another employee', { metadata: { ...october, employeeNumber: '8' } }],
  ])('is not %s under the same key', async (_, change) => {
    await from.addEmployee();
    await from.deposit({ key: 'k1' });
    expect(await from.deposit({ key: 'k1', ...change })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'IdempotencyKeyReused' }] },
    });
  });

  it.each([
    ['another period', { metadata: { ...october, period: '2026-11' } }],
    ['another type', { metadata: { ...october, type: 'CONT' } }],
    ['another content', { content: makePdf('another') }],
  ])('is another one with %s', async (_, change) => {
    await from.addEmployee();
    const first = await from.deposit();
    expect((await from.deposit(change)).body.depositId).not.toBe(first.body.depositId);
  });

  it('is one when it comes many times at the same instant, under one key or several', async () => {
    const owner = await from.addOwner();
    const keys = ['a', 'a', 'a', 'b', 'c'];
    const answers = await Promise.all(keys.map((key) => from.deposit({ key })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(201);
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1 });
    const content = makePdf('november');
    const crossed = await Promise.all([from.deposit({ key: 'x' }), from.deposit({ key: 'x', content })]);
    expect(crossed.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  it('is the copy of what its owner added before, though its identifier may be older', async () => {
    const owner = await from.addOwner();
    const content = makePdf('added before');
    // Announces the deposit that follows.
    await from.deposit();
    const added = (await upload(test, owner, { content })).json();
    expect((await from.deposit({ content })).status).toBe(201);
    const { items } = await from.documentsOf(owner);
    const deposited = items.find(({ id, sha256 }) => id !== added.id && sha256 === added.sha256);
    const read = async (id = '') =>
      (await test.app.inject({ url: `/backend/api/v1/documents/${id}`, headers: owner.headers })).json();
    expect(await read(deposited?.id)).toMatchObject({ duplicateOf: added.id });
    expect(await read(added.id)).not.toHaveProperty('duplicateOf');
  });

  it('is told apart by employer', async () => {
    const other = await Depositor.make(test);
    await from.addEmployee();
    await other.addEmployee();
    const first = await from.deposit({ key: 'k' });
    expect((await other.deposit({ key: 'k' })).body.depositId).not.toBe(first.body.depositId);
  });

  it('keeps its key for 30 days, and is the same deposit for good', async () => {
    await from.addEmployee();
    const first = await from.deposit({ key: 'k' });
    test.clock.advance(30 * 86_400_000 + 1_000);
    expect((await from.deposit({ key: 'k', content: makePdf('reused') })).status).toBe(201);
    expect((await from.deposit({ key: 'later' })).body).toEqual(first.body);
    test.clock.advance(30 * 86_400_000 + 1_000);
    expect(await deleteExpiredKeys(test.platform.db, test.clock.now())).toBeGreaterThanOrEqual(2);
    expect(await test.platform.db.selectFrom('deposit_keys').selectAll().execute()).toEqual([]);
  });
});
