import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Depositor, october } from '../../../testing/people/depositor.ts';
import { makePdf } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let from: Depositor;
const numbers = Array.from({ length: 16 }, (_, index) => String(index + 1));

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  from = await Depositor.make(test);
  for (const number of numbers) await from.addEmployee(number);
});

const send = (employeeNumber: string, key?: string) =>
  from.deposit({
    ...(key !== undefined && { key }),
    metadata: { ...october, employeeNumber },
    content: makePdf(`for ${employeeNumber}`),
  });
const statusesOf = async (sent: Array<ReturnType<typeof send>>) =>
  (await Promise.all(sent)).map(({ status }) => status);
const created = (many: number) => Array.from({ length: many }, () => 201);

/** The transactions that the documents of this employer came by, and how many these are. */
const made = () =>
  test.platform.db
    .selectFrom('documents')
    .select([
      sql<number>`count(*)`.as('documents'),
      sql<number>`count(distinct xmin::text)`.as('transactions'),
      sql<number>`count(distinct safe_id)`.as('safes'),
    ])
    .where('origin_id', '=', from.employer.employerId)
    .executeTakeFirstOrThrow();

describe('deposits that come at once', () => {
  it('share their transactions, each in the safe of its own employee', async () => {
    expect(await statusesOf(numbers.map((number) => send(number)))).toEqual(created(16));
    const { documents, transactions, safes } = await made();
    expect([documents, safes]).toEqual([16, 16]);
    expect(transactions).toBeLessThan(16);
  });

  it('are each told what became of it: one that fails takes no other along, and frees its key', async () => {
    await send('1', 'taken');
    const before = await from.objects();
    const good = numbers.slice(1).map((number) => send(number));
    const bad = await Promise.all([send('2', 'taken'), send('unknown', 'free'), send('nobody')]);
    expect(bad.map(({ status, body }) => [status, body.errors])).toEqual([
      [409, [{ code: 'IdempotencyKeyReused' }]],
      [404, [{ code: 'EntityNotFound', field: 'metadata.employeeNumber' }]],
      [404, [{ code: 'EntityNotFound', field: 'metadata.employeeNumber' }]],
    ]);
    expect(await statusesOf(good)).toEqual(created(15));
    expect((await made()).documents).toBe(16);
    expect(await from.objects()).toHaveLength(before.length + 15);
    await from.addEmployee('unknown');
    expect((await send('unknown', 'free')).status).toBe(201);
  });

  it('are each answered alone where one key of theirs serves two of them', async () => {
    const answers = await Promise.all(numbers.map((number, index) => send(number, `key ${Math.floor(index / 2)}`)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...created(8), ...Array.from({ length: 8 }, () => 409)]);
    expect((await made()).documents).toBe(8);
  });

  it('do not wait for one whose safe somebody else is at work on', async () => {
    const sent = await test.platform.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('employees')
        .select('employee_id')
        .where('employer_id', '=', from.employer.employerId)
        .orderBy('created_at')
        .forUpdate()
        .limit(1)
        .execute();
      const all = numbers.map((number) => send(number));
      let answered = 0;
      for (const one of all) void one.then(() => (answered += 1));
      await expect.poll(() => answered).toBe(15);
      return all;
    });
    expect(await statusesOf(sent)).toEqual(created(16));
  });

  it('do not wait for one whose key is slow to come', async () => {
    const { vault } = test.platform;
    const makeKeys = vault.makeKeys.bind(vault);
    const asked = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    vault.makeKeys = async (...about) => {
      vault.makeKeys = makeKeys;
      asked.resolve();
      await given.promise;
      return makeKeys(...about);
    };
    const slow = send('1');
    await asked.promise;
    expect(await statusesOf(numbers.slice(1).map((number) => send(number)))).toEqual(created(15));
    given.resolve();
    expect((await slow).status).toBe(201);
  });
});

describe('where the answer to their commit is lost', () => {
  let admin: pg.Client;
  beforeEach(async () => {
    admin = new pg.Client(test.database.ownerUrl);
    await admin.connect();
    await admin.query(`
      create sequence commits;
      grant usage on sequence commits to public;
      create function break_off() returns trigger language plpgsql as $$
      begin
        perform nextval('commits'), pg_terminate_backend(pg_backend_pid());
        return null;
      end $$;
      create constraint trigger break_off after insert on documents
        deferrable initially deferred for each row execute function break_off()`);
  });
  afterEach(async () => {
    await admin.query('drop function break_off cascade; drop sequence commits');
    await admin.end();
  });

  it('none is begun again, and all can be sent again', async () => {
    const before = await from.objects();
    const statuses = await statusesOf(numbers.map((number) => send(number, `key ${number}`)));
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await from.objects()).toEqual(before);
    const { rows } = await admin.query<{ commits: number }>('select last_value::int as commits from commits');
    expect(rows[0]?.commits).toBeLessThan(16);
    expect(await made()).toMatchObject({ documents: 0 });
    await admin.query('alter table documents disable trigger break_off');
    expect(await statusesOf(numbers.map((number) => send(number, `key ${number}`)))).toEqual(created(16));
  });
});
