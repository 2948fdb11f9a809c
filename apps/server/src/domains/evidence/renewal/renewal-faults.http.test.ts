import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '@perenne/contract/evidence';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterStatement } from '../../../testing/fakes/after-statement.ts';
import { beginScheduled } from '../../../testing/jobs/scheduled-jobs.ts';
import { makeOwner, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeCheckpoint, stampCheckpoint, verifyEvidence } from '../evidence.ts';
import { listCheckpointsAfter } from '../checkpoints.store.ts';
import { keepLog } from '../evidence.jobs.ts';
import { verifyFiles } from '../verify/verify-files.ts';
import { checkTimestamps } from './check-timestamps.ts';
import { renewEvidence } from './renew-evidence.ts';
import { renewAndWrite } from './renewal.jobs.ts';
import { retireDigest } from './retire-digest.ts';
import { writeRecords } from './write-records.ts';

const yearMs = 365.25 * 86_400_000;

let t: TestApp;
let owner: TestOwner;
let start: Date;
const year = (years: number): Date => new Date(start.getTime() + years * yearMs);
beforeEach(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
  start = t.clock.now();
  await t.timestamps.appoint({ from: year(-1), to: year(5) });
});
afterEach(() => t.close());

async function checkpoints(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await upload(t, owner);
    const { n = 0 } = (await makeCheckpoint(t.platform)) ?? {};
    await stampCheckpoint(t.platform, n);
  }
}
/** The first authority is about to end, and another one answers. */
async function nearTheEnd(): Promise<void> {
  t.clock.set(year(4.5));
  await t.timestamps.appoint({ from: year(4), to: year(20) });
}
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(t.platform.db);
  return rows[0]?.count ?? 0;
};
async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const faults = async () => checkTimestamps(t.platform, await listCheckpointsAfter(t.platform.db, 0, 100));

describe('the renewal', () => {
  it('says why nothing could be renewed while no authority answers, and does it afterwards', async () => {
    await checkpoints(3);
    await nearTheEnd();
    t.timestamps.behave('down');
    const { records, failures } = await renewEvidence(t.platform);
    expect([records, ...failures]).toEqual([
      0,
      [expect.stringMatching(/no authority gave a timestamp .*it is down/), 3],
    ]);
    expect(await count('evidence_renewals')).toBe(0);
    t.timestamps.behave('well');
    expect(await renewEvidence(t.platform)).toEqual({ records: 3, timestamps: 1, failures: new Map() });
    t.clock.set(year(6));
    expect(await faults()).toEqual(new Map());
  });

  it('leaves nothing half-done where it is killed at any statement, and goes on from there', async () => {
    await checkpoints(2);
    await retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(0.9) });
    await checkpoints(2);
    t.clock.set(year(0.5));
    // Two hash trees are due: of SHA-256 by another digest, and of what was stamped by SHA-512 since.
    await t.timestamps.appoint({ from: year(0), to: year(20), digest: 'SHA-512' });
    let kills = 0;
    for (let isKilled = true; isKilled;) {
      kills += 1;
      const killed = () => Promise.reject(new Error('killed'));
      const db = t.platform.db.withPlugin(afterStatement(kills, killed));
      isKilled = await renewEvidence({ ...t.platform, db }).then(
        () => false,
        () => true,
      );
      const renewals = await count('evidence_renewals');
      expect([await count('evidence_renewed_checkpoints'), await count('evidence_renewal_nodes')]).toEqual([
        2 * renewals,
        3 * renewals,
      ]);
    }
    expect(kills).toBeGreaterThan(12);
    expect(await count('evidence_renewals')).toBe(2);
    expect(await renewEvidence(t.platform)).toMatchObject({ records: 0 });
    t.clock.set(year(6));
    expect(await faults()).toEqual(new Map());
  });

  it('ends between two timestamps where it is asked to', async () => {
    await checkpoints(1);
    await nearTheEnd();
    const ended = renewEvidence(t.platform, AbortSignal.abort(new Error('stopped')));
    await expect(ended).rejects.toThrow('stopped');
    expect(await count('evidence_renewals')).toBe(0);
  });

  it('is done once where two processes begin it together', async () => {
    await checkpoints(3);
    await nearTheEnd();
    const both = await Promise.all([renewEvidence(t.platform), renewEvidence(t.platform)]);
    expect(new Set(both.map(({ records }) => records))).toEqual(new Set([0, 3]));
    expect(await count('evidence_renewals')).toBe(1);
    t.clock.set(year(6));
    expect(await faults()).toEqual(new Map());
  });

  it('keeps no timestamp that ends no later than what it would renew', async () => {
    await checkpoints(1);
    t.clock.set(year(4.5));
    await t.timestamps.appoint({ from: year(4), to: year(4.9) });
    const { records, failures } = await renewEvidence(t.platform);
    expect([records, ...failures]).toEqual([
      0,
      [expect.stringMatching(/^the authority’s timestamps end on \d{4}-/), 1],
    ]);
    expect(await count('evidence_renewals')).toBe(0);
  });

  it('says how many came too late, and renews the others', async () => {
    await checkpoints(2);
    t.clock.set(year(5.5));
    await t.timestamps.appoint({ from: year(5), to: year(6) });
    owner = await makeOwner(t, { email: 'second@example.org' });
    await checkpoints(1);
    t.clock.set(year(5.9));
    await t.timestamps.appoint({ from: year(5), to: year(20) });
    const { records, failures } = await renewEvidence(t.platform);
    expect([records, ...failures]).toEqual([
      1,
      [expect.stringMatching(/^the timestamp ended on \d{4}-.* not renewed/), 2],
    ]);
    expect([...(await faults()).keys()]).toEqual([1, 2]);
  });

  it('renews no timestamp that does not hold', async () => {
    await checkpoints(2);
    await asOwner(`update evidence_checkpoints set at = at + interval '1 second' where n = 1`);
    await nearTheEnd();
    const { records, failures } = await renewEvidence(t.platform);
    expect([records, ...failures]).toEqual([1, ['the timestamp does not hold: it is of another digest', 1]]);
  });
});

it('renews by itself, from a job that the worker begins every night, and writes the files', async () => {
  await checkpoints(1);
  await keepLog(t.platform);
  await nearTheEnd();
  await t.startWorker();
  expect(await beginScheduled(t, 'evidence.renew')).toBe('40 3 * * *');
  const file = join(t.dataFolder, 'checkpoints', 'checkpoint-1.json');
  const written = async (): Promise<Checkpoint> => JSON.parse(await readFile(file, 'utf8'));
  await expect.poll(written).toHaveProperty('evidenceRecord', expect.stringMatching(/^MI/));
  expect(await count('evidence_renewals')).toBe(1);
});

describe('what was renewed', () => {
  it('is in the files of the checkpoints, which an earlier state does not take back', async () => {
    await checkpoints(1);
    const file = join(t.dataFolder, 'checkpoints', 'checkpoint-1.json');
    const written = async (): Promise<Checkpoint> => JSON.parse(await readFile(file, 'utf8'));
    await keepLog(t.platform);
    const { evidenceRecord, ...state } = await written();
    expect(evidenceRecord).toBeUndefined();
    await nearTheEnd();
    await renewAndWrite(t.platform);
    const renewed = await written();
    expect(renewed).toEqual({ ...state, evidenceRecord: expect.stringMatching(/^MI/) });
    expect((await t.app.inject('/backend/api/v1/evidence/checkpoints/1')).json()).toEqual(renewed);
    for (const table of ['renewed_checkpoints', 'renewal_nodes', 'renewals'])
      await asOwner(`delete from evidence_${table}`);
    await writeRecords(t.platform);
    await keepLog(t.platform);
    expect(await written()).toEqual(renewed);
    const missing = `checkpoint 1: what renews its timestamp, which ${file} holds, was removed`;
    const counts = { files: 0, lacking: new Map<string, number>() };
    expect(await Array.fromAsync(verifyFiles(t.platform, counts), ({ where, cause }) => `${where}: ${cause}`)).toEqual([
      missing,
    ]);
  });

  it('cannot be changed or removed by the application', async () => {
    await checkpoints(1);
    await nearTheEnd();
    await renewEvidence(t.platform);
    await retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(9) });
    for (const table of ['stamps', 'renewals', 'renewal_nodes', 'renewed_checkpoints', 'digest_ends']) {
      const name = sql.table(`evidence_${table}`);
      await expect(sql`delete from ${name}`.execute(t.platform.db)).rejects.toThrow('permission denied');
    }
    await expect(sql`update evidence_renewals set token = ''`.execute(t.platform.db)).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('a check of all evidence', () => {
  const named = async (): Promise<string[]> => {
    const counts = {
      ...{ journals: 0, entries: 0, leaves: 0, checkpoints: 0, documents: 0, files: 0 },
      lacking: new Map<string, number>(),
    };
    const found = verifyEvidence(t.platform, { contents: false, counts });
    return Array.fromAsync(found, ({ where, cause }) => `${where}: ${cause}`);
  };
  beforeEach(async () => {
    await checkpoints(3);
    await nearTheEnd();
    await renewEvidence(t.platform);
    t.clock.set(year(6));
  });

  it('finds nothing wrong with certificates that have ended, where the timestamps were renewed', async () => {
    expect(await named()).toEqual([]);
  });

  it.each([
    [
      'a changed node',
      `update evidence_renewal_nodes set hash = sha256(hash) where level = 1 and position = 1`,
      [1, 2],
    ],
    ['a leaf that was removed', `delete from evidence_renewal_nodes where level = 0 and position = 2`, [3]],
    ['another leaf', `update evidence_renewed_checkpoints set position = 2 - position`, [1, 3]],
    ['a changed token', `update evidence_renewals set token = overlay(token placing '\\x00' from 200)`, [1, 2, 3]],
    ['a removed renewal', `delete from evidence_renewed_checkpoints where n = 2`, [2]],
    ['what a first timestamp rests on', `delete from evidence_stamps where n = 2`, [2]],
  ] as const)('names the checkpoints of %s', async (_name, statement, ns) => {
    await asOwner(statement);
    const faults = ns.map((n) => expect.stringContaining(`checkpoint ${n}: its timestamp does not hold: `));
    expect(await named()).toEqual(faults);
  });
});

describe('the end of a digest', () => {
  it('is not of the past, and the latest word holds', async () => {
    const past = retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(-1) });
    await expect(past).rejects.toThrow('The date is past');
    await checkpoints(1);
    await retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(0.5) });
    t.clock.advance(1_000);
    await retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(3) });
    expect(await renewEvidence(t.platform)).toMatchObject({ records: 0 });
    t.clock.set(year(1));
    expect(await faults()).toEqual(new Map());
    t.clock.set(year(3));
    expect([...(await faults()).values()]).toEqual([expect.stringMatching(/timestamp 1 is refused: it ended on/)]);
  });
});
