import { createHash } from 'node:crypto';
import type { Checkpoint } from '@perenne/contract/evidence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { signedBytesOf } from '../../testing/files/evidence-checks.ts';
import { makeOwner, upload, type TestOwner } from '../../testing/people/makers.ts';
import { isConsistent } from '../../testing/files/merkle-checks.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint } from './evidence.ts';

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const get = (path: string) => t.app.inject(`/backend/api/v1/evidence/${path}`);
const act = async (who = owner) => expect((await upload(t, who)).statusCode).toBe(201);
const leavesOf = (safeId: string) =>
  t.platform.db
    .selectFrom('evidence_leaves')
    .select(['seq', 'head', 'checkpoint_n as n'])
    .where('journal_id', '=', safeId)
    .orderBy('seq')
    .execute();

const appendTo = (safeId: string, entries: number, db: Db | Tx = t.platform.db) =>
  sql`
    select journal_append(${safeId}, gen_random_uuid(), ${t.clock.now()}, 'owner', null, 'document.listed', null, 'done',
      '\\x00', null) from generate_series(1, ${entries}::int)`.execute(db);

async function checkpoint(): Promise<Checkpoint> {
  const made = await makeCheckpoint(t.platform);
  if (!made) throw new Error('nothing had changed');
  return made;
}

describe('a checkpoint', () => {
  it('adds the heads that changed since the one before, and is none where nothing did', async () => {
    const other = await makeOwner(t);
    await act();
    const first = await checkpoint();
    expect([await makeCheckpoint(t.platform), await makeCheckpoint(t.platform)]).toEqual([null, null]);
    await act();
    const second = await checkpoint();
    expect(second).toMatchObject({ n: first.n + 1, size: first.size + 1 });
    expect((await leavesOf(other.safeId)).map(({ n }) => n)).toEqual([first.n]);
    const head = await t.platform.db
      .selectFrom('journal_heads')
      .select(['seq', 'hash as head'])
      .where('safe_id', '=', owner.safeId)
      .executeTakeFirstOrThrow();
    expect((await leavesOf(owner.safeId)).at(-1)).toEqual({ ...head, n: second.n });
  });

  it('is sealed, and names the one before', async () => {
    await act();
    const first = await checkpoint();
    await act();
    const second = await checkpoint();
    expect(second.previous).toBe(createHash('sha256').update(signedBytesOf(first)).digest('hex'));
    const oldest = await t.app.inject('/backend/api/v1/evidence/checkpoints/1');
    expect(oldest.json()).toMatchObject({ n: 1, previous: null });
    for (const { seal, ...state } of [first, second])
      expect(await t.platform.seals.verify(signedBytesOf({ seal, ...state }), seal.signature)).toBe(seal.kid);
    expect(second.timestamp).toBeNull();
  });

  it('gives a journal that grew by many entries a leaf for every 32nd', async () => {
    const busy = await makeOwner(t);
    await checkpoint();
    const [start] = await leavesOf(busy.safeId);
    await appendTo(busy.safeId, 100);
    await checkpoint();
    const seqs = (await leavesOf(busy.safeId)).map(({ seq }) => seq);
    const from = start?.seq ?? 0;
    expect(seqs).toEqual([from, 32, 64, 96, from + 100]);
  });

  it('is made by one at a time, and each is whole', async () => {
    await act();
    const before = (await get('checkpoints?limit=1')).json().items[0];
    const made = await Promise.all([1, 2, 3].map(() => makeCheckpoint(t.platform)));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect((await get('checkpoints?limit=1')).json().items[0]).toMatchObject({ n: before.n + 1 });
  });

  it.each(['kept', 'given up'])('waits for no entry that is being written, which is then %s', async (outcome) => {
    await act();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const writing = t.platform.db.transaction().execute(async (tx) => {
      await appendTo(owner.safeId, 1, tx);
      write();
      await ended;
      if (outcome === 'given up') throw new Error(outcome);
    });
    await written;
    const made = await checkpoint();
    end();
    await writing.catch(() => {});
    const leaves = await leavesOf(owner.safeId);
    expect(leaves.at(-1)?.n).toBe(made.n);
    const next = await makeCheckpoint(t.platform);
    expect(next === null).toBe(outcome === 'given up');
    expect(await makeCheckpoint(t.platform)).toBeNull();
  });
});

describe('the log', () => {
  it.each(['evidence_leaves', 'evidence_nodes', 'evidence_checkpoints'])(
    'is only added to by the application: %s',
    async (table) => {
      const { db } = t.platform;
      for (const statement of [
        sql`delete from ${sql.table(table)}`,
        sql`truncate ${sql.table(table)}`,
        sql`update ${sql.table(table)} set ${sql.ref(table === 'evidence_nodes' ? 'level' : 'checkpoint_n')} = 7`,
      ])
        await expect(statement.execute(db)).rejects.toThrow(/permission denied|does not exist/);
    },
  );

  it('is listed newest first, page by page, for everybody', async () => {
    for (let made = 0; made < 3; made++) {
      await act();
      await checkpoint();
    }
    const all = (await get('checkpoints?limit=200')).json();
    const ns = all.items.map(({ n }: Checkpoint) => n);
    expect(ns).toEqual(Array.from({ length: ns.length }, (_, index) => ns.length - index));
    expect(all.total).toBe(ns.length);
    const first = (await get('checkpoints?limit=2')).json();
    const second = (await get(`checkpoints?limit=2&cursor=${first.nextCursor}`)).json();
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4));
    expect((await get('checkpoints/1')).json()).toEqual(all.items.at(-1));
    expect((await get('checkpoints?cursor=made-up')).statusCode).toBe(400);
  });

  it.each(['0', '99999', '-1', '1.0', 'first', '9'.repeat(30)])('has no checkpoint %s', async (n) => {
    const answer = await get(`checkpoints/${n}`);
    expect([answer.statusCode, answer.json().errors]).toEqual([404, [{ code: 'NotFound' }]]);
  });

  it('proves that each checkpoint holds those before', async () => {
    const { items } = (await get('checkpoints?limit=200')).json<{ items: Checkpoint[] }>();
    const [last] = items;
    if (!last) throw new Error('no checkpoint');
    for (const earlier of items) {
      const answer = (await get(`consistency?from=${earlier.n}&to=${last.n}`)).json();
      expect(answer).toMatchObject({ from: earlier.n, to: last.n });
      const path = answer.path.map((hash: string) => Buffer.from(hash, 'hex'));
      const roots = { first: Buffer.from(earlier.root, 'hex'), second: Buffer.from(last.root, 'hex') };
      expect(isConsistent({ first: earlier.size, second: last.size }, roots, path)).toBe(true);
    }
  });

  it('has no proof backwards, nor of what it has not', async () => {
    const backwards = await get('consistency?from=2&to=1');
    expect([backwards.statusCode, backwards.json().errors]).toEqual([
      400,
      [{ code: 'InvalidRequest', field: 'from', params: { rule: 'max', max: 1 } }],
    ]);
    expect((await get('consistency?from=1&to=99999')).statusCode).toBe(404);
    for (const none of ['0', '-1']) {
      const answer = await get(`consistency?from=${none}&to=1`);
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ code: 'InvalidRequest', field: 'from', params: { rule: 'min', min: 1 } }],
      ]);
    }
    for (const none of ['1e0', '0x1', '%201', '1.0'])
      expect((await get(`consistency?from=${none}&to=2`)).json().errors).toMatchObject([
        { code: 'InvalidRequest', field: 'from' },
      ]);
    const rules = async (query: string) =>
      (await get(`consistency${query}`))
        .json()
        .errors.map((each: { field: string; params: { rule: string } }) => [each.field, each.params.rule]);
    expect(await rules('')).toEqual([
      ['from', 'required'],
      ['to', 'required'],
    ]);
    expect(await rules('?from=first&to=1.5')).toEqual([
      ['from', 'type'],
      ['to', 'type'],
    ]);
  });
});

describe('the entries of one safe', () => {
  it('stand in the order of their times, however many come at once', async () => {
    const list = () => t.app.inject({ url: '/backend/api/v1/documents', headers: owner.headers });
    await Promise.all(Array.from({ length: 60 }, list));
    const rows = await t.platform.db
      .selectFrom('journal_entries')
      .select('at')
      .where('safe_id', '=', owner.safeId)
      .orderBy('seq')
      .execute();
    const times = rows.map(({ at }) => at.getTime());
    expect(times.length).toBeGreaterThan(60);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('are never before the one before, by whatever clock', async () => {
    const append = async (at: Date) => {
      const { rows } = await sql<{ at: Date }>`
        select entry_at as at from journal_append(${owner.safeId}, gen_random_uuid(), ${at}, 'owner', null,
          'document.listed', null, 'done', '\\x00', null)`.execute(t.platform.db);
      return rows[0]?.at;
    };
    const later = new Date(t.clock.now().getTime() + 60_000);
    expect(await append(later)).toEqual(later);
    expect(await append(new Date(later.getTime() - 5_000))).toEqual(later);
  });
});
