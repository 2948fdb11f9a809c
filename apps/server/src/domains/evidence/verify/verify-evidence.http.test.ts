import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellFaults } from '../../../cli/evidence-commands.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { Merger } from '../../../testing/merger.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openDocument, sealDocument } from '../../documents/sealed-document.ts';
import { writeCheckpoint } from '../checkpoint-files.ts';
import { makeCheckpoint, stampCheckpoint } from '../evidence.ts';

let t: TestApp;
let safe: Merger;
let documents: string[];
let database: Client;

beforeEach(async () => {
  t = await createTestApp();
  safe = await Merger.make(t);
  documents = [await safe.add('Bail'), await safe.add('Quittance'), await safe.add('Contrat')];
  await publish();
  await safe.add('Avenant');
  await publish();
  database = new Client({ connectionString: t.database.ownerUrl });
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await t.close();
});

/** A checkpoint, stamped and written. */
async function publish(): Promise<void> {
  const made = await makeCheckpoint(t.platform);
  if (!made) throw new Error('nothing had changed');
  await writeCheckpoint(t.platform, await stampCheckpoint(t.platform, made.n));
}

async function verify({ contents = false, db = t.platform.db } = {}) {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await tellFaults({ ...t.platform, db }, { contents }, { out });
  return { code, faults: told.split('\n').slice(0, -2), summary: told.split('\n').at(-2) };
}
const ofEntry = (seq: number, cause: string) => `safe ${safe.owner.safeId}, entry ${seq}: ${cause}`;
const ofDocument = (index: number, cause: string) =>
  `safe ${safe.owner.safeId}, document ${documents[index]}: ${cause}`;
const attack = (statement: string, values: unknown[] = [safe.owner.safeId]) => database.query(statement, values);

it('finds nothing where all is as it was left, with received safes and new entries too', async () => {
  const other = await Merger.make(t);
  await other.add('Acte');
  await safe.receive(other.owner);
  await publish();
  await safe.add('Depuis');
  const { code, faults, summary } = await verify({ contents: true });
  expect([code, faults]).toEqual([0, []]);
  expect(summary).toMatch(
    /^2 journals of \d+ entries, 3 checkpoints of \d leaves, 6 documents with their contents: all is as it was left\.$/,
  );
});

describe('in a journal, it names', () => {
  it.each([
    ['a changed action', "set action = 'document.read'"],
    ['a changed time', "set at = at + interval '1 second'"],
    ['a changed actor', "set actor_kind = 'operator'"],
    ['another object', 'set object_id = entry_id'],
    ['a changed result', "set result = 'refused'"],
  ])('%s', async (_name, change) => {
    await attack(`update journal_entries ${change} where safe_id = $1 and seq = 4`);
    const { code, faults } = await verify();
    expect(code).toBe(1);
    expect(faults).toContain(ofEntry(4, 'it was changed: its hash is not that of what it says'));
  });

  it('an entry that was changed with its hash', async () => {
    await attack("update journal_entries set hash = sha256('other') where safe_id = $1 and seq = 4");
    expect((await verify()).faults).toEqual(
      expect.arrayContaining([ofEntry(5, 'it does not follow from the entry before it')]),
    );
  });

  it('a chain that was written anew from a changed entry on, which is whole in itself', async () => {
    await attack("update journal_entries set actor_kind = 'system' where safe_id = $1 and seq = 3");
    await database.query(
      `do $$ declare e record; previous bytea; begin
        select hash into previous from journal_entries where safe_id = '${safe.owner.safeId}' and seq = 2;
        for e in select * from journal_entries where safe_id = '${safe.owner.safeId}' and seq > 2 order by seq loop
          update journal_entries set prev_hash = previous, hash = sha256(previous || convert_to(concat_ws(E'\\x1f',
            e.safe_id, e.seq, e.entry_id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_kind,
            coalesce(e.actor_id::text, ''), e.action, coalesce(e.object_id::text, ''), e.result,
            encode(e.detail_hash, 'hex')), 'UTF8'))
            where safe_id = e.safe_id and seq = e.seq returning hash into previous;
        end loop;
        update journal_heads set hash = previous where safe_id = '${safe.owner.safeId}';
      end $$`,
    );
    const { rows } = await attack('select seq from evidence_leaves where journal_id = $1 order by seq');
    expect((await verify()).faults).toEqual(
      rows.map(({ seq }) => ofEntry(Number(seq), 'it is not the entry whose hash the log holds')),
    );
  });

  it('an entry that was removed', async () => {
    await attack('delete from journal_entries where safe_id = $1 and seq = 4');
    expect((await verify()).faults).toContain(ofEntry(5, 'entry 4 was removed'));
  });

  it('last entries that were removed, the head set back', async () => {
    await attack('delete from journal_entries where safe_id = $1 and seq > 3');
    const removed = (await verify()).faults;
    expect(removed.join('\n')).toMatch(new RegExp(`^safe ${safe.owner.safeId}: entries 4 to \\d+ were removed$`, 'm'));
    await attack(
      `update journal_heads h set seq = 3, hash = e.hash from journal_entries e
       where h.safe_id = $1 and e.safe_id = $1 and e.seq = 3`,
    );
    const setBack = (await verify()).faults;
    expect(setBack.join('\n')).toMatch(/entry \d+: it was removed: the log holds its hash/);
  });

  it('a journal that was removed', async () => {
    for (const table of ['journal_entries', 'journal_details', 'journal_heads'])
      await attack(`delete from ${table} where safe_id = $1`);
    const { faults } = await verify();
    expect(faults.join('\n')).toMatch(/entry \d+: it was removed: the log holds its hash/);
    expect(faults).toContain(ofDocument(0, 'no journal holds its deposit'));
  });

  it('a head that was removed', async () => {
    await attack('delete from journal_heads where safe_id = $1');
    expect((await verify()).faults).toContain(`safe ${safe.owner.safeId}: the head of the journal was removed`);
  });

  it('entries that changed places', async () => {
    await attack(`update journal_entries set seq = -seq where safe_id = $1 and seq in (3, 4)`);
    await attack('update journal_entries set seq = 7 + seq where safe_id = $1 and seq < 0');
    const { faults } = await verify();
    for (const seq of [3, 4])
      expect(faults).toEqual(
        expect.arrayContaining([
          ofEntry(seq, 'it does not follow from the entry before it'),
          ofEntry(seq, 'it was changed: its hash is not that of what it says'),
        ]),
      );
  });

  it('an entry that was invented', async () => {
    const { rows } = await attack(
      `select entry_seq as seq from journal_append($1, gen_random_uuid(), '2026-01-01', 'owner', null,
        'document.destroyed', null, 'done', sha256(''), null)`,
    );
    expect((await verify()).faults).toEqual([ofEntry(Number(rows[0]?.seq), 'its details are missing')]);
  });

  it('details that were exchanged, or removed', async () => {
    await attack(
      `update journal_details d set sealed = (select sealed from journal_details where safe_id = $1 and seq = 4)
       where d.safe_id = $1 and d.seq = 3`,
    );
    expect((await verify()).faults).toContain(ofEntry(3, 'its details were changed: they do not open'));
    await attack('delete from journal_details where safe_id = $1 and seq = 3');
    expect((await verify()).faults).toContain(ofEntry(3, 'its details are missing'));
  });
});

describe('of a document, it names', () => {
  const rowOf = async (documentId: string) =>
    t.platform.db.selectFrom('documents').selectAll().where('document_id', '=', documentId).executeTakeFirstOrThrow();

  it('a changed digest, be it sealed with the key of the safe', async () => {
    const [id = ''] = documents;
    const keys = await t.platform.vault.keysOf(safe.owner.safeId, 'background');
    const secrets = openDocument(keys, id, (await rowOf(id)).sealed);
    const { sealed } = sealDocument(keys, id, { ...secrets, sha256: randomBytes(32).toString('hex') });
    await attack('update documents set sealed = $2 where document_id = $1', [id, sealed]);
    expect((await verify()).faults).toEqual([ofDocument(0, 'its digests are not those that its deposit recorded')]);
  });

  it('a row that took the place of another', async () => {
    await attack('update documents set sealed = $2 where document_id = $1', [
      documents[0],
      (await rowOf(documents[1] ?? '')).sealed,
    ]);
    expect((await verify()).faults).toEqual([
      ofDocument(0, 'what its row holds sealed was changed, or the details of its deposit were'),
    ]);
  });

  it('objects that were exchanged, and one that was removed', async () => {
    const paths = await Promise.all(documents.map(async (id) => pathOf((await rowOf(id)).object_id)));
    const [first = '', second = '', third = ''] = paths;
    await rename(first, `${first}.kept`);
    await rename(second, first);
    await rename(`${first}.kept`, second);
    await rm(third);
    expect((await verify()).faults).toEqual([]);
    const { code, faults } = await verify({ contents: true });
    expect([code, faults]).toEqual([
      1,
      [
        ofDocument(0, 'its content is not the one that was deposited'),
        ofDocument(1, 'its content is not the one that was deposited'),
        ofDocument(2, 'its content is missing'),
      ],
    ]);
  });

  async function pathOf(objectId: string): Promise<string> {
    const names = await readdir(join(t.dataFolder, 'objects'), { recursive: true });
    const name = names.find((one) => one.endsWith(objectId));
    if (name === undefined) throw new Error('no such object');
    return join(t.dataFolder, 'objects', name);
  }
});

describe('in the log, it names', () => {
  it('a leaf that was changed', async () => {
    await attack("update evidence_leaves set head = sha256('other') where leaf_index = 0", []);
    const { faults } = await verify();
    expect(faults.join('\n')).toContain('it is not the entry whose hash the log holds');
    expect(faults).toContain('checkpoint 1: its root is not that of the leaves of the log');
  });

  it('leaves that were removed, and leaves that were added', async () => {
    await attack(
      `insert into evidence_leaves select 99, gen_random_uuid(), 1, head, 9 from evidence_leaves limit 1`,
      [],
    );
    expect((await verify()).faults).toContain('the log: it holds leaves that no checkpoint covers');
    await attack('delete from evidence_leaves where leaf_index = 1', []);
    expect((await verify()).faults).toContain('checkpoint 2: leaves of the log were removed');
  });

  it('a node that was changed', async () => {
    await attack("update evidence_nodes set hash = sha256('other')", []);
    expect((await verify()).faults).toEqual(['the log: the node at level 1, position 0 was changed or removed']);
  });
});

describe('of the checkpoints, it names', () => {
  const files = () => join(t.dataFolder, 'checkpoints');

  it.each([
    ['a changed time', "at = at - interval '1 second'"],
    ['a changed root', "root = sha256('other')"],
    ['another one before it', "previous = sha256('other')"],
  ])('%s', async (_name, change) => {
    await attack(`update evidence_checkpoints set ${change} where n = 2`, []);
    const { faults } = await verify();
    expect(faults).toContain('checkpoint 2: its seal is not of what it says');
    expect(faults.join('\n')).toContain('checkpoint 2: its timestamp does not hold: ');
    expect(faults.join('\n')).toMatch(/checkpoint 2: .*checkpoint-2\.json holds another one/);
  });

  it('an exchanged seal, and an exchanged timestamp', async () => {
    await attack(
      `update evidence_checkpoints c set signature = o.signature, timestamp_token = o.timestamp_token
       from evidence_checkpoints o where c.n = 2 and o.n = 1`,
      [],
    );
    const { faults } = await verify();
    expect(faults).toContain('checkpoint 2: its seal is not of what it says');
    expect(faults.join('\n')).toContain('checkpoint 2: its timestamp does not hold: ');
  });

  it('one that was removed, and a timestamp that was', async () => {
    await attack('update evidence_checkpoints set timestamp_token = null where n = 2', []);
    expect((await verify()).faults.join('\n')).toMatch(/^checkpoint 2: its timestamp, which .* holds, was removed$/);
    await attack('delete from evidence_checkpoints where n = 1', []);
    expect((await verify()).faults).toContain('checkpoint 2: the checkpoints from 1 on, before it, were removed');
  });

  it('those of a database that was set back, whole and without a fault of its own', async () => {
    await t.platform.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        // A transaction goes on with what was there when it began.
        await tx.selectFrom('evidence_checkpoints').select('n').execute();
        await safe.add('Plus tard');
        await publish();
        const { code, faults } = await verify({ db: tx as Db });
        const path = join(files(), 'checkpoint-3.json');
        expect([code, faults]).toEqual([
          1,
          [`checkpoint 3: ${path} holds it and the database does not: it was set back to an earlier state`],
        ]);
      });
    expect((await verify()).faults).toEqual([]);
  });

  it('a file that says something else, or nothing', async () => {
    const path = join(files(), 'checkpoint-1.json');
    const kept = await readFile(path, 'utf8');
    await writeFile(path, kept.replace('"size": 1', '"size": 2'));
    expect((await verify()).faults).toEqual([
      `checkpoint 1: ${path} holds another one: the database, or the file, was changed`,
    ]);
    await writeFile(path, kept.slice(0, 20));
    expect((await verify()).faults).toEqual([`checkpoint 1: ${path} holds no checkpoint, or another one`]);
  });
});
