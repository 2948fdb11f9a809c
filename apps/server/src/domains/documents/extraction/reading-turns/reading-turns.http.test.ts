import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { promptReader } from '../../../../testing/fakes/prompt-reader.ts';
import type { Reader } from '../../../../platform/reading/reading.ts';
import { newId } from '../../../../platform/identifiers.ts';
import { countLockWaits } from '../../../../testing/lock-waits.ts';
import { Arranger } from '../../../../testing/people/arranger.ts';
import { makeOwner, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import { pace } from '../../../../testing/pace.ts';
import { pictureSaying } from '../../../../testing/files/sample-files.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { ReadingTurns } from './reading-turns.ts';
import { endTurn, insertWaiting, takeTurn, takeWaiting } from './reading-turns.store.ts';

const real = promptReader();
/** Which session read each content, by their numbers, in order. */
let sessions: number[] = [];
/** Those that were closed, whose processes ended then. */
let closed: number[] = [];
let opened = 0;
const reader: Reader = {
  read: (...asked) => real.read(...asked),
  openSession: () => {
    const session = real.openSession();
    const number = (opened += 1);
    return {
      read: (...asked) => {
        sessions.push(number);
        return session.read(...asked);
      },
      close: () => {
        closed.push(number);
        session.close();
      },
    };
  },
};

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({ reader });
  sessions = [];
  closed = [];
});
afterEach(() => t.close());

const picture = await pictureSaying('Quittance');
const wait = { timeout: 120_000 * pace, interval: 50 };
const run = { signal: new AbortController().signal, stopping: new AbortController().signal };

async function add(owner: TestOwner, title: string): Promise<string> {
  const added = await upload(t, owner, { fileName: 'photo.png', content: picture, fields: { title } });
  return added.json<{ id: string }>().id;
}

const drawn = async (owner: TestOwner): Promise<string[]> => {
  const rows = await t.platform.db
    .selectFrom('documents')
    .select('document_id as id')
    .where('safe_id', '=', owner.safeId)
    .where('has_thumbnail', '=', true)
    .execute();
  return rows.map(({ id }) => id);
};

/** As the statement does that stores a document. */
const queue = (owner: TestOwner, documentIds: readonly string[]) =>
  insertWaiting(t.platform.db, { safeId: owner.safeId, documentIds, now: t.clock.now() });
const takeNext = () =>
  takeTurn(t.platform.db, { now: t.clock.now(), until: new Date(t.clock.now().getTime() + 60_000) });

describe('the turns of safes', () => {
  it(
    'bring the one document of a safe early, though another added two hundred before',
    { timeout: wait.timeout },
    async () => {
      const [busy, quiet] = [await makeOwner(t), await makeOwner(t)];
      const many: string[] = [];
      for (let count = 0; count < 200; count++) many.push(await add(busy, `Photo ${count}`));
      const one = await add(quiet, 'Bail');
      await queue(busy, many);
      t.clock.advance(1);
      await queue(quiet, [one]);
      const stopping = new AbortController();
      const round = new ReadingTurns(t.platform).take({}, { ...run, signal: stopping.signal });
      await expect.poll(() => drawn(quiet), wait).toEqual([one]);
      expect((await drawn(busy)).length).toBeLessThanOrEqual(2 * 16);
      stopping.abort();
      await round;
    },
  );

  it('are two at once for one safe at most, and go from safe to safe', async () => {
    const [first, second] = [await makeOwner(t), await makeOwner(t)];
    await queue(first, [await add(first, 'a'), await add(first, 'b'), await add(first, 'c')]);
    t.clock.advance(1);
    await queue(second, [await add(second, 'd')]);
    t.clock.advance(1);
    const one = await takeNext();
    const two = await takeNext();
    expect([one?.safeId, two?.safeId]).toEqual([first.safeId, second.safeId]);
    t.clock.advance(1);
    const three = await takeNext();
    // Each of the two safes has its second place left.
    const four = await takeNext();
    expect([three?.safeId, four?.safeId, await takeNext()]).toEqual([first.safeId, second.safeId, null]);
    if (one) await endTurn(t.platform.db, one, t.clock.now());
    expect((await takeNext())?.safeId).toBe(first.safeId);
  });

  it('go to the safe that came during the turn of another before the other has its next', async () => {
    const [busy, quiet] = [await makeOwner(t), await makeOwner(t)];
    await queue(busy, [await add(busy, 'a'), await add(busy, 'b')]);
    const turn = await takeNext();
    expect(turn?.safeId).toBe(busy.safeId);
    t.clock.advance(5_000);
    await queue(quiet, [await add(quiet, 'c')]);
    t.clock.advance(5_000);
    if (turn) await endTurn(t.platform.db, turn, t.clock.now());
    expect((await takeNext())?.safeId).toBe(quiet.safeId);
  });

  it('do not end while something is being added to the safe', async () => {
    const owner = await makeOwner(t);
    const { safeId } = owner;
    await queue(owner, [await add(owner, 'a')]);
    const turn = await takeNext();
    await t.platform.db.deleteFrom('waiting_readings').execute();
    const documentId = newId(t.clock);
    const [held, adding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const added = t.platform.db.transaction().execute(async (tx) => {
      await holdSafe(tx, safeId);
      await tx.insertInto('waiting_readings').values({ safe_id: safeId, document_id: documentId }).execute();
      held.resolve();
      await adding.promise;
    });
    await held.promise;
    let hasEnded = false;
    const ending = turn && endTurn(t.platform.relaxedDb, turn, t.clock.now()).then(() => (hasEnded = true));
    try {
      await expect.poll(() => countLockWaits(t), wait).toBe(1);
      expect(hasEnded).toBe(false);
    } finally {
      adding.resolve();
      await Promise.all([added, ending]);
    }
    expect((await takeNext())?.safeId).toBe(safeId);
  });

  it('come for documents that wait without one', async () => {
    const owner = await makeOwner(t);
    const id = await add(owner, 'a');
    await t.platform.db.deleteFrom('reading_turns').execute();
    await new ReadingTurns(t.platform).take({}, run);
    expect(await drawn(owner)).toEqual([id]);
  });

  it('come again where the process that had them is gone', async () => {
    const owner = await makeOwner(t);
    const id = await add(owner, 'a');
    await queue(owner, [id]);
    const held = { safeId: owner.safeId, now: t.clock.now(), until: new Date(t.clock.now().getTime() + 60_000) };
    expect([await takeNext(), await takeNext()]).toHaveLength(2);
    expect(await takeWaiting(t.platform.db, held)).toMatchObject({ documentId: id });
    expect([await takeNext(), await takeWaiting(t.platform.db, held)]).toEqual([null, null]);
    t.clock.advance(61_000);
    await new ReadingTurns(t.platform).take({}, run);
    expect(await drawn(owner)).toEqual([id]);
    const left = await t.platform.db.selectFrom('waiting_readings').selectAll().execute();
    expect(left).toEqual([]);
  });
});

describe('a process that reads', () => {
  it('serves several documents of one safe, and never two safes', async () => {
    const [first, second] = [await makeOwner(t), await makeOwner(t)];
    const ids = [await add(first, 'a'), await add(first, 'b'), await add(first, 'c')];
    await queue(first, ids);
    t.clock.advance(1);
    await queue(second, [await add(second, 'd'), await add(second, 'e')]);
    await new ReadingTurns(t.platform).take({}, run);
    expect(sessions.map((number) => number - (sessions[0] ?? 0))).toEqual([0, 0, 0, 1, 1]);
    expect(closed).toEqual([...new Set(sessions)]);
    expect((await drawn(first)).toSorted()).toEqual(ids.toSorted());
    expect(await drawn(second)).toHaveLength(2);
  });
});

describe('people who make one request after the other', () => {
  it('go first: each document waits for half a second, and is read then', async () => {
    const owner = await makeOwner(t);
    const ids = [await add(owner, 'a'), await add(owner, 'b')];
    await queue(owner, ids);
    const asking = setInterval(() => t.platform.pauses.note(), 10);
    t.platform.pauses.note();
    const startedAt = performance.now();
    await new ReadingTurns(t.platform).take({}, run);
    clearInterval(asking);
    expect(performance.now() - startedAt).toBeGreaterThan(2 * 499);
    expect((await drawn(owner)).toSorted()).toEqual(ids.toSorted());
  });

  it('are noticed by each request and by each answer', async () => {
    const noticed = vi.spyOn(t.platform.pauses, 'note');
    await t.app.inject('/backend/api/v1/unknown');
    expect(noticed).toHaveBeenCalledTimes(2);
  });
});

describe('a process that stops', () => {
  it('reads its present document to the end, and leaves the others to the next', async () => {
    const owner = await makeOwner(t);
    const ids = [await add(owner, 'a'), await add(owner, 'b'), await add(owner, 'c')];
    await queue(owner, ids);
    const stopping = new AbortController();
    const round = new ReadingTurns(t.platform).take({}, { ...run, stopping: stopping.signal });
    await expect.poll(() => sessions.length, wait).toBe(1);
    stopping.abort();
    await round;
    expect([sessions.length, (await drawn(owner)).length]).toEqual([1, 1]);
    await new ReadingTurns(t.platform).take({}, run);
    expect((await drawn(owner)).toSorted()).toEqual(ids.toSorted());
  });
});

describe('a document in the trash', () => {
  it('is not drawn until it is restored', async () => {
    const owner = new Arranger(t, await makeOwner(t));
    const id = await add(owner.owner, 'Vieux');
    await owner.call('POST', 'documents/delete', { documents: [id], folders: [] });
    await queue(owner.owner, [id]);
    await new ReadingTurns(t.platform).take({}, run);
    expect([sessions, await drawn(owner.owner)]).toEqual([[], []]);
    await owner.call('POST', 'trash/restore', { documents: [id], folders: [] });
    await new ReadingTurns(t.platform).take({}, run);
    expect(await drawn(owner.owner)).toEqual([id]);
  });
});
