import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Merger } from '../../../testing/people/merger.ts';
import { openDocument, sealDocument } from '../../documents/record/sealed-document.ts';
import { AuditedSafe } from '../../../testing/people/audited-safe.ts';

let safe: AuditedSafe;
beforeEach(async () => {
  safe = await AuditedSafe.make();
});
afterEach(() => safe.close());

const ofDocument = (index: number, cause: string) => `safe ${safe.safeId}, document ${safe.documents[index]}: ${cause}`;

it('finds nothing where all is as it was left, with received safes and new entries too', async () => {
  const other = await Merger.make(safe.test);
  await other.add('Acte');
  await safe.owner.receive(other.owner);
  await safe.publish();
  await safe.owner.add('Depuis');
  const { code, faults, summary } = await safe.verify({ contents: true });
  expect([code, faults]).toEqual([0, []]);
  expect(summary).toMatch(
    /^2 journals of \d+ entries, 3 checkpoints of \d leaves, 3 files of them, 6 documents with their contents: all is as it was left\.$/,
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
    await safe.attack(`update journal_entries ${change} where safe_id = $1 and seq = 4`);
    const { code, faults } = await safe.verify();
    expect(code).toBe(1);
    expect(faults).toContain(safe.ofEntry(4, 'it was changed: its hash is not that of what it says'));
  });

  it('an entry that was changed with its hash', async () => {
    await safe.attack("update journal_entries set hash = sha256('other') where safe_id = $1 and seq = 4");
    expect((await safe.verify()).faults).toEqual(
      expect.arrayContaining([safe.ofEntry(5, 'it does not follow from the entry before it')]),
    );
  });

  it('a chain that was written anew from a changed entry on, which is whole in itself', async () => {
    await safe.attack("update journal_entries set actor_kind = 'system' where safe_id = $1 and seq = 3");
    await safe.attack(
      `do $$ declare e record; previous bytea; begin
        select hash into previous from journal_entries where safe_id = '${safe.safeId}' and seq = 2;
        for e in select * from journal_entries where safe_id = '${safe.safeId}' and seq > 2 order by seq loop
          update journal_entries set prev_hash = previous, hash = sha256(previous || convert_to(concat_ws(E'\\x1f',
            e.safe_id, e.seq, e.entry_id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_kind,
            coalesce(e.actor_id::text, ''), e.action, coalesce(e.object_id::text, ''), e.result,
            encode(e.detail_hash, 'hex')), 'UTF8'))
            where safe_id = e.safe_id and seq = e.seq returning hash into previous;
        end loop;
        update journal_heads set hash = previous where safe_id = '${safe.safeId}';
      end $$`,
    );
    const { rows } = await safe.attack('select seq from evidence_leaves where journal_id = $1 order by seq');
    expect((await safe.verify()).faults).toEqual(
      rows.map(({ seq }) => safe.ofEntry(Number(seq), 'it is not the entry whose hash the log holds')),
    );
  });

  it('an entry that was removed', async () => {
    await safe.attack('delete from journal_entries where safe_id = $1 and seq = 4');
    expect((await safe.verify()).faults).toContain(safe.ofEntry(5, 'entry 4 was removed'));
  });

  it('last entries that were removed, the head set back', async () => {
    await safe.attack('delete from journal_entries where safe_id = $1 and seq > 3');
    const removed = (await safe.verify()).faults;
    expect(removed.join('\n')).toMatch(new RegExp(`^safe ${safe.safeId}: entries 4 to \\d+ were removed$`, 'm'));
    await safe.attack(
      `update journal_heads h set seq = 3, hash = e.hash from journal_entries e
       where h.safe_id = $1 and e.safe_id = $1 and e.seq = 3`,
    );
    const setBack = (await safe.verify()).faults;
    expect(setBack.join('\n')).toMatch(/entry \d+: it was removed: the log holds its hash/);
  });

  it('a journal that was removed', async () => {
    for (const table of ['journal_entries', 'journal_details', 'journal_heads'])
      await safe.attack(`delete from ${table} where safe_id = $1`);
    const { faults } = await safe.verify();
    expect(faults.join('\n')).toMatch(/entry \d+: it was removed: the log holds its hash/);
    expect(faults).toContain(ofDocument(0, 'no journal holds its deposit'));
  });

  it('a head that was removed', async () => {
    await safe.attack('delete from journal_heads where safe_id = $1');
    expect((await safe.verify()).faults).toContain(`safe ${safe.safeId}: the head of the journal was removed`);
  });

  it('entries that changed places', async () => {
    await safe.attack(`update journal_entries set seq = -seq where safe_id = $1 and seq in (3, 4)`);
    await safe.attack('update journal_entries set seq = 7 + seq where safe_id = $1 and seq < 0');
    const { faults } = await safe.verify();
    for (const seq of [3, 4])
      expect(faults).toEqual(
        expect.arrayContaining([
          safe.ofEntry(seq, 'it does not follow from the entry before it'),
          safe.ofEntry(seq, 'it was changed: its hash is not that of what it says'),
        ]),
      );
  });

  it('an entry that was invented', async () => {
    const { rows } = await safe.attack(
      `select entry_seq as seq from journal_append($1, gen_random_uuid(), '2026-01-01', 'owner', null,
        'document.destroyed', null, 'done', sha256(''), null)`,
    );
    expect((await safe.verify()).faults).toEqual([safe.ofEntry(Number(rows[0]?.seq), 'its details are missing')]);
  });

  it('a key that was exchanged', async () => {
    await safe.attack("update safes set sealed_journal_key = sealed_journal_key || '\\x00' where safe_id = $1");
    safe.test.platform.vault.forget(safe.safeId);
    expect((await safe.verify()).faults).toContain(
      `safe ${safe.safeId}: the key of its details was changed: it does not open`,
    );
  });

  it('the key of a safe that was exchanged: the others are looked at all the same', async () => {
    await safe.attack("update safes set wrapped_key = wrapped_key || '\\x00' where safe_id = $1");
    safe.test.platform.vault.forget(safe.safeId);
    const { faults } = await safe.verify();
    expect(faults).toContain(`safe ${safe.safeId}: the key of its details was changed: it does not open`);
    expect(faults.filter((fault) => fault.includes('the key of its safe was changed'))).not.toEqual([]);
  });

  it('details that were exchanged, or removed', async () => {
    await safe.attack(
      `update journal_details d set sealed = (select sealed from journal_details where safe_id = $1 and seq = 4)
       where d.safe_id = $1 and d.seq = 3`,
    );
    expect((await safe.verify()).faults).toContain(safe.ofEntry(3, 'its details were changed: they do not open'));
    await safe.attack('delete from journal_details where safe_id = $1 and seq = 3');
    expect((await safe.verify()).faults).toContain(safe.ofEntry(3, 'its details are missing'));
  });
});

describe('of a document, it names', () => {
  const rowOf = async (documentId: string) =>
    safe.test.platform.db
      .selectFrom('documents')
      .selectAll()
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow();

  it('a changed digest, be it sealed with the key of the safe', async () => {
    const [id = ''] = safe.documents;
    const keys = await safe.test.platform.vault.keysOf(safe.safeId, 'background');
    const secrets = openDocument(keys, id, (await rowOf(id)).sealed);
    const { sealed } = sealDocument(keys, id, { ...secrets, sha256: randomBytes(32).toString('hex') });
    await safe.attack('update documents set sealed = $2 where document_id = $1', [id, sealed]);
    expect((await safe.verify()).faults).toEqual([
      ofDocument(0, 'its digests are not those that its deposit recorded'),
    ]);
  });

  it('a row that took the place of another', async () => {
    await safe.attack('update documents set sealed = $2 where document_id = $1', [
      safe.documents[0],
      (await rowOf(safe.documents[1] ?? '')).sealed,
    ]);
    expect((await safe.verify()).faults).toEqual([
      ofDocument(0, 'what its row holds sealed was changed, or the details of its deposit were'),
    ]);
  });

  it('objects that were exchanged, and one that was removed', async () => {
    const paths = await Promise.all(safe.documents.map(async (id) => pathOf((await rowOf(id)).object_id)));
    const [first = '', second = '', third = ''] = paths;
    await rename(first, `${first}.kept`);
    await rename(second, first);
    await rename(`${first}.kept`, second);
    await rm(third);
    expect((await safe.verify()).faults).toEqual([]);
    const { code, faults } = await safe.verify({ contents: true });
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
    const names = await readdir(join(safe.test.dataFolder, 'objects'), { recursive: true });
    const name = names.find((one) => one.endsWith(objectId));
    if (name === undefined) throw new Error('no such object');
    return join(safe.test.dataFolder, 'objects', name);
  }
});
