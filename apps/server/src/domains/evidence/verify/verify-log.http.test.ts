import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditedSafe } from '../../../testing/people/audited-safe.ts';

let safe: AuditedSafe;
beforeEach(async () => {
  safe = await AuditedSafe.make();
});
afterEach(() => safe.close());

describe('in the log, it names', () => {
  it('a leaf that was changed', async () => {
    await safe.attack("update evidence_leaves set head = sha256('other') where leaf_index = 0");
    const { faults } = await safe.verify();
    expect(faults.join('\n')).toContain('it is not the entry whose hash the log holds');
    expect(faults).toContain('checkpoint 1: its root is not that of the leaves of the log');
  });

  it('leaves that were removed, and leaves that were added', async () => {
    await safe.attack(
      `insert into evidence_leaves select 99, gen_random_uuid(), 1, head, 9 from evidence_leaves limit 1`,
    );
    expect((await safe.verify()).faults).toContain('the log: it holds leaves that no checkpoint covers');
    await safe.attack('delete from evidence_leaves where leaf_index = 1');
    expect((await safe.verify()).faults).toContain('checkpoint 2: leaves of the log were removed');
  });

  it('a node that was changed', async () => {
    await safe.attack("update evidence_nodes set hash = sha256('other')");
    expect((await safe.verify()).faults).toEqual(['the log: the node at level 1, position 0 was changed or removed']);
  });
});

describe('of the checkpoints, it names', () => {
  const files = () => join(safe.test.dataFolder, 'checkpoints');

  it.each([
    ['a changed time', "at = at - interval '1 second'"],
    ['a changed root', "root = sha256('other')"],
    ['another one before it', "previous = sha256('other')"],
  ])('%s', async (_name, change) => {
    await safe.attack(`update evidence_checkpoints set ${change} where n = 2`);
    const { faults } = await safe.verify();
    expect(faults).toContain('checkpoint 2: its seal is not of what it says');
    expect(faults.join('\n')).toContain('checkpoint 2: its timestamp does not hold: ');
    expect(faults.join('\n')).toMatch(/checkpoint 2: .*checkpoint-2\.json holds another one/);
  });

  it('an exchanged seal, and an exchanged timestamp', async () => {
    await safe.attack(
      `update evidence_checkpoints c set signature = o.signature, timestamp_token = o.timestamp_token
       from evidence_checkpoints o where c.n = 2 and o.n = 1`,
    );
    const { faults } = await safe.verify();
    expect(faults).toContain('checkpoint 2: its seal is not of what it says');
    expect(faults.join('\n')).toContain('checkpoint 2: its timestamp does not hold: ');
  });

  it('one that was removed, and a timestamp that was', async () => {
    await safe.attack('update evidence_checkpoints set timestamp_token = null where n = 2');
    expect((await safe.verify()).faults.join('\n')).toMatch(
      /^checkpoint 2: its timestamp, which .* holds, was removed$/,
    );
    await safe.attack('delete from evidence_checkpoints where n = 1');
    expect((await safe.verify()).faults).toContain('checkpoint 2: the checkpoints from 1 on, before it, were removed');
  });

  it('those of a database that was set back, whole and without a fault of its own', async () => {
    await safe.test.platform.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        // A transaction goes on with what was there when it began.
        await tx.selectFrom('evidence_checkpoints').select('n').execute();
        await safe.owner.add('Plus tard');
        await safe.publish();
        const { code, faults } = await safe.verify({ db: tx });
        const path = join(files(), 'checkpoint-3.json');
        expect([code, faults]).toEqual([
          1,
          [`checkpoint 3: ${path} holds it and the database does not: it was set back to an earlier state`],
        ]);
      });
    expect((await safe.verify()).faults).toEqual([]);
  });

  it('how many have no file to witness them, which is no fault: the safe writes them again', async () => {
    await rm(files(), { recursive: true });
    const { code, printed } = await safe.verify();
    expect(code).toBe(0);
    expect(printed).toMatch(
      /, 2 checkpoints of \d+ leaves, 0 files of them, 4 documents without their contents: all is/,
    );
    expect(printed).toContain(`1 of the checkpoints have no file in ${files()}: `);
  });

  it('a folder that is not there, though the configuration names it', async () => {
    await rm(files(), { recursive: true });
    const { code, faults } = await safe.verify({
      settings: { ...safe.test.platform.settings, witnessFolder: files() },
    });
    const cause = 'this folder of PERENNE_CHECKPOINT_DIR is not there: nothing witnesses the database';
    expect([code, faults[0]]).toEqual([1, `${files()}: ${cause}`]);
  });

  it('a file that says something else, or nothing', async () => {
    const path = join(files(), 'checkpoint-1.json');
    const kept = await readFile(path, 'utf8');
    await writeFile(path, kept.replace('"size": 1', '"size": 2'));
    expect((await safe.verify()).faults).toEqual([
      `checkpoint 1: ${path} holds another one: the database, or the file, was changed`,
    ]);
    await writeFile(path, kept.slice(0, 20));
    expect((await safe.verify()).faults).toEqual([`checkpoint 1: ${path} holds no checkpoint, or another one`]);
  });
});
