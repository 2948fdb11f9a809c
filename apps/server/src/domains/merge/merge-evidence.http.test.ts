import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryValues, hashEntry } from '../../platform/journal/entry-hash.ts';
import { openDetails, resealDetails } from '../../platform/journal/journal.ts';
import { openContent } from '../../platform/sealing/content.ts';
import { deriveSafeKeys, type SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { attachedTo } from '../../testing/files/pdf-streams.ts';
import { Merger } from '../../testing/people/merger.ts';
import { toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openDocument } from '../documents/record/sealed-document.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

describe('the evidence of a safe that was received', () => {
  type Entry = { action: string; hash: string; chapterHead?: string; title?: string; address?: string };
  type Chapters = { items: Array<{ id: string; name: string; entries: number; head: string }> };

  it('is a closed chapter that its receiver reads and verifies, also after a second merge', async () => {
    const [last, owner, other] = [await Merger.make(test), await Merger.make(test), await Merger.make(test)];
    await other.add('Acte de naissance');
    await owner.receive(other.owner);
    const { items } = await owner.fetch<Chapters>('user/journal/chapters');
    expect(items).toMatchObject([{ id: other.owner.safeId, name: other.owner.email }]);
    const [merged] = (await owner.fetch<{ items: Entry[] }>('user/journal?kind=safe')).items;
    expect(merged).toMatchObject({ action: 'safe.merged', chapterHead: items[0]?.head });
    await last.receive(owner.owner);
    const chapters = await last.fetch<Chapters>('user/journal/chapters');
    expect(chapters.items.map(({ id }) => id).toSorted()).toEqual([owner.owner.safeId, other.owner.safeId].toSorted());
    for (const { id, entries, head } of chapters.items) {
      const chapter = await last.fetch<{ items: Entry[]; total: number }>(`user/journal?limit=200&chapter=${id}`);
      expect([chapter.total, chapter.items[0]?.hash]).toEqual([entries, head]);
      await expectChain(id);
    }
    const read = await last.fetch<{ items: Entry[] }>(`user/journal?limit=200&chapter=${other.owner.safeId}`);
    expect(read.items.map(({ title }) => title)).toContain('Acte de naissance');
    expect(toldOf(await last.call('GET', `user/journal?chapter=${last.owner.safeId}`))).toEqual({
      ...{ status: 404, code: 'EntityNotFound' },
    });
    const stranger = await Merger.make(test);
    expect((await stranger.call('GET', `user/journal?chapter=${other.owner.safeId}`)).statusCode).toBe(404);
    const append = sql`select * from journal_append(${other.owner.safeId}, ${last.owner.safeId}, now(), 'owner', null, 'document.read', null, 'done', '\\x00', null)`;
    await expect(append.execute(test.platform.db)).rejects.toThrow('this journal is closed');
  });

  it('is read after two merges where an earlier release had sealed it under the key of the safe', async () => {
    const [last, owner, other] = [await Merger.make(test), await Merger.make(test), await Merger.make(test)];
    await other.add('Bail de 2019');
    const { values } = await sealAsBefore(other.owner.safeId);
    await owner.receive(other.owner);
    const chapterOf = (reader: Merger) =>
      reader.fetch<{ items: Entry[] }>(`user/journal?limit=200&chapter=${other.owner.safeId}`);
    expect((await chapterOf(owner)).items.map(({ title }) => title)).toContain('Bail de 2019');
    for (const row of await detailsOf(other.owner.safeId))
      expect(() => openDetails(values, other.owner.safeId, row)).toThrow('The seal of');
    await last.receive(owner.owner);
    expect((await chapterOf(last)).items.map(({ title }) => title)).toContain('Bail de 2019');
  });

  const detailsOf = (safeId: string) =>
    test.platform.db
      .selectFrom('journal_details as d')
      .innerJoin('journal_entries as e', (join) =>
        join.onRef('e.safe_id', '=', 'd.safe_id').onRef('e.seq', '=', 'd.seq'),
      )
      .select(['d.seq', 'd.sealed', 'e.detail_hash as detailHash'])
      .where('d.safe_id', '=', safeId)
      .execute();

  /** The journal of a safe as it was when its details had no key of their own. */
  async function sealAsBefore(safeId: string): Promise<SafeKeys> {
    const { db, vault } = test.platform;
    const keys = await vault.keysOf(safeId, 'owner');
    const database = new Client({ connectionString: test.database.ownerUrl });
    await database.connect();
    for (const row of await detailsOf(safeId)) {
      const sealed = resealDetails({ from: keys.journal, to: keys.values }, safeId, row);
      const change = 'update journal_details set sealed = $1 where safe_id = $2 and seq = $3';
      await database.query(change, [sealed, safeId, row.seq]);
    }
    await database.end();
    await db.updateTable('safes').set({ sealed_journal_key: null }).where('safe_id', '=', safeId).execute();
    vault.forget(safeId);
    return keys;
  }

  /** Every entry follows from the one before it. */
  async function expectChain(safeId: string): Promise<void> {
    const rows = await test.platform.db
      .selectFrom('journal_entries')
      .selectAll()
      .where('safe_id', '=', safeId)
      .orderBy('seq')
      .execute();
    let previous: Buffer = Buffer.alloc(32);
    for (const row of rows) {
      const entry = {
        ...{ safeId, seq: row.seq, entryId: row.entry_id, at: row.at, actorKind: row.actor_kind },
        ...{ actorId: row.actor_id, action: row.action, objectId: row.object_id, result: row.result },
        detailHash: row.detail_hash,
      };
      expect(hashEntry(previous, entryValues(entry)).equals(row.hash)).toBe(true);
      previous = row.hash;
    }
  }
});

describe('the attestation of a document that was received', () => {
  type Facts = { safe: { id: string }; journal: { chapter?: string; values: string[]; hash: string } };
  const attest = async (of: Merger, id: string) => {
    const { facts, signature, attested } = attachedTo((await of.call('GET', `documents/${id}/attestation`)).rawPayload);
    const url = '/backend/api/v1/seals/verify';
    const sealed = await test.app.inject({ method: 'POST', url, payload: { facts, signature } });
    return { facts, signature, attested: attested as Facts, isGenuine: sealed.json<{ genuine: boolean }>().genuine };
  };

  it('names the chapter of its entry, and one that was given before still verifies', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const id = await other.add('Acte de vente');
    const before = await attest(other, id);
    await owner.receive(other.owner);
    const after = await attest(owner, id);
    expect([before.attested.safe.id, before.attested.journal.chapter]).toEqual([other.owner.safeId, undefined]);
    expect([after.attested.safe.id, after.attested.journal.chapter]).toEqual([owner.owner.safeId, other.owner.safeId]);
    expect(after.attested.journal).toMatchObject({
      values: before.attested.journal.values,
      hash: before.attested.journal.hash,
    });
    expect([before.isGenuine, after.isGenuine]).toEqual([true, true]);
    const { facts, signature } = before;
    const url = '/backend/api/v1/seals/verify';
    const again = await test.app.inject({ method: 'POST', url, payload: { facts, signature } });
    expect(again.json()).toMatchObject({ genuine: true });
  });
});

describe('a safe that was received', () => {
  it('leaves no row but its chapter, and its key opens nothing', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const { db, keys, objects } = test.platform;
    const { safeId } = other.owner;
    const kept = await other.add('Reste');
    const thrown = await other.add('Détruit');
    await other.share([kept, thrown]);
    await other.call('POST', 'document-requests', { title: 'Pièces', durationDays: 7, maxFiles: 3 });
    await other.call('POST', 'documents/delete', { documents: [thrown], folders: [] });
    await other.call('POST', 'trash/delete', { documents: [thrown], folders: [], acknowledged: true });
    const held = await db.selectFrom('held_contents').select('object_id').where('safe_id', '=', safeId).execute();
    expect(held).toHaveLength(1);
    const { wrapped_key } = await db
      .selectFrom('safes')
      .select('wrapped_key')
      .where('safe_id', '=', safeId)
      .executeTakeFirstOrThrow();
    const stolen = deriveSafeKeys(await keys.unwrap('safe/owner', wrapped_key, safeId));
    await owner.receive(other.owner);

    const columns = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'uuid'`.execute(db);
    expect(columns.rows.length).toBeGreaterThan(40);
    for (const { table, column } of columns.rows) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${safeId}`.execute(db);
      const isChapter = /^(journal_(chapters|entries|details|heads)|evidence_leaves)$/.test(table);
      expect([table, column, rows.length > 0 && !isChapter]).toEqual([table, column, false]);
    }
    await expect
      .poll(() =>
        objects.get(held[0]?.object_id ?? '').then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone');

    const row = await db.selectFrom('documents').selectAll().where('document_id', '=', kept).executeTakeFirstOrThrow();
    expect(() => openDocument({ ...stolen, journal: stolen.values, use: 'owner' }, kept, row.sealed)).toThrow(
      'The seal of',
    );
    const ofGiver = { key: stolen.contents, safeId, documentId: kept };
    await expect(openContent(ofGiver, row.header, { frames: await objects.get(row.object_id) }).next()).rejects.toThrow(
      'sealed under another key',
    );
    const details = await db
      .selectFrom('journal_details as d')
      .innerJoin('journal_entries as e', (join) =>
        join.onRef('e.safe_id', '=', 'd.safe_id').onRef('e.seq', '=', 'd.seq'),
      )
      .select(['d.sealed', 'e.detail_hash as detailHash'])
      .where('d.safe_id', '=', safeId)
      .execute();
    expect(details.length).toBeGreaterThan(3);
    for (const detail of details) expect(() => openDetails(stolen.values, safeId, detail)).toThrow('The seal of');
    await expect(test.platform.vault.keysOf(safeId, 'owner')).rejects.toThrow('this safe has no key');
  });
});
