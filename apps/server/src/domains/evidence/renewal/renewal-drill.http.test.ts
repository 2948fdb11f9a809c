import type { Checkpoint, DocumentProof } from '@perenne/contract/evidence';
import { checkpoint as checkpointSchema } from '@perenne/contract/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasBouncyCastle, judgeRecords } from '../../../testing/servers/bouncy-castle.ts';
import { faultsOfProof, signedBytesOf } from '../../../testing/files/evidence-checks.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readRecord } from '../../../platform/evidence-records/read-record.ts';
import { verifyEvidenceRecord, type VerifiedRecord } from '../../../platform/evidence-records/verify-record.ts';
import { makeCheckpoint, stampCheckpoint } from '../evidence.ts';
import { findCheckpoint } from '../checkpoints.store.ts';
import { checkTimestamps } from './check-timestamps.ts';
import { renewEvidence } from './renew-evidence.ts';
import { readDigestEnds } from './renewals.store.ts';
import { retireDigest } from './retire-digest.ts';

/**
 * Half a century: three authorities whose certificates end, and SHA-256, which ends too. A deposit of the first day
 * is proved on the last, by this code and by Bouncy Castle.
 */
const yearMs = 365.25 * 86_400_000;
const start = new Date();
const year = (years: number): Date => new Date(start.getTime() + years * yearMs);

let t: TestApp;
let owner: TestOwner;
let first: DocumentProof;
/** Numbers of checkpoints, of which the last had no renewal in time. */
const made: number[] = [];

beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterAll(() => t.close());

async function checkpoint(): Promise<number> {
  await upload(t, owner, { content: makePdf(`page ${made.length}`) });
  const { n = 0 } = (await makeCheckpoint(t.platform)) ?? {};
  await stampCheckpoint(t.platform, n);
  made.push(n);
  return n;
}
async function nextCheckpoint(): Promise<number> {
  // The session of the first day has ended long ago: the log grows by what another owner does.
  owner = await makeOwner(t, { email: `owner-${made.length}@example.org` });
  return checkpoint();
}
const published = async (n: number): Promise<Checkpoint> =>
  checkpointSchema.strict().parse((await t.app.inject(`/backend/api/v1/evidence/checkpoints/${n}`)).json());
const recordOf = ({ evidenceRecord = '' }: Checkpoint): Buffer => Buffer.from(evidenceRecord, 'base64');
const trust = async () => ({
  roots: await t.timestamps.roots(),
  ends: await readDigestEnds(t.platform.db),
  now: t.clock.now(),
});
const verify = async (one: Checkpoint): Promise<VerifiedRecord> =>
  verifyEvidenceRecord(recordOf(one), signedBytesOf(one), await trust());
const shape = (one: Checkpoint): string[] =>
  readRecord(recordOf(one)).map(({ timestamps }) => timestamps.map(({ algorithm }) => algorithm).join(' '));
const faultOf = async (n: number): Promise<string | undefined> => {
  const kept = await findCheckpoint(t.platform.db, n);
  return kept && (await checkTimestamps(t.platform, [kept])).get(n);
};

it('on the first day, stamps and has nothing to renew', async () => {
  await t.timestamps.appoint({ from: year(-1), to: year(12.5) });
  const { id } = (await upload(t, owner, { content: makePdf('le premier jour') })).json();
  for (let count = 0; count < 5; count += 1) await checkpoint();
  first = (await t.app.inject({ url: `/backend/api/v1/documents/${id}/proof`, headers: owner.headers })).json();
  expect(faultsOfProof(first)).toEqual([]);
  expect(first.checkpoint).not.toHaveProperty('evidenceRecord');
  expect(await renewEvidence(t.platform)).toEqual({ records: 0, timestamps: 0, failures: new Map() });
});

it('after 12 years, renews what the first authority stamped, once', async () => {
  t.clock.set(year(12));
  await t.timestamps.appoint({ from: year(11), to: year(25.4) });
  expect(await renewEvidence(t.platform)).toEqual({ records: 5, timestamps: 1, failures: new Map() });
  expect(await renewEvidence(t.platform)).toMatchObject({ records: 0, timestamps: 0 });
  expect(shape(await published(first.checkpoint.n))).toEqual(['SHA-256 SHA-256']);
  await nextCheckpoint();
});

it('after 25 years, renews all by another digest, since SHA-256 is about to end', async () => {
  t.clock.set(year(25));
  await t.timestamps.appoint({ from: year(24), to: year(49.5), digest: 'SHA-512' });
  await retireDigest(t.platform, { algorithm: 'SHA-256', endsAt: year(25.5) });
  expect(await renewEvidence(t.platform)).toEqual({ records: 6, timestamps: 1, failures: new Map() });
  expect(await renewEvidence(t.platform)).toMatchObject({ records: 0, timestamps: 0 });
  expect(shape(await published(first.checkpoint.n))).toEqual(['SHA-256 SHA-256', 'SHA-512']);
  expect(shape(await published(made[5] ?? 0))).toEqual(['SHA-256', 'SHA-512']);
  await nextCheckpoint();
});

it('after 49 years, renews the newest timestamps, with one that all records share', async () => {
  t.clock.set(year(49));
  await t.timestamps.appoint({ from: year(48), to: year(70), digest: 'SHA-512' });
  expect(await renewEvidence(t.platform)).toEqual({ records: 7, timestamps: 1, failures: new Map() });
  expect(shape(await published(first.checkpoint.n))).toEqual(['SHA-256 SHA-256', 'SHA-512 SHA-512']);
  expect(shape(await published(made[6] ?? 0))).toEqual(['SHA-512 SHA-512']);
});

it('then proves the first document still, with the proof of the first day and the record of today', async () => {
  t.clock.set(year(52));
  const { evidenceRecord, ...state } = await published(first.checkpoint.n);
  expect(state).toEqual(first.checkpoint);
  expect(faultsOfProof(first)).toEqual([]);
  const { at, until, stamps } = await verify({ ...first.checkpoint, evidenceRecord });
  expect(Math.abs(at.getTime() - start.getTime())).toBeLessThan(60_000);
  expect([Math.round((until.getTime() - start.getTime()) / yearMs), stamps.length]).toEqual([70, 4]);
  for (const n of made) expect(await faultOf(n)).toBeUndefined();
});

it('proves nothing by a timestamp that was not renewed in time, nor where a byte is another', async () => {
  const { n } = first.checkpoint;
  const kept = await findCheckpoint(t.platform.db, n);
  const another = { ...(await published(n)), size: first.checkpoint.size + 1 };
  await expect(verify(another)).rejects.toThrow(/timestamp 1 is refused: it is of another digest/);
  const record = recordOf(await published(n));
  record[record.length >> 1] = (record[record.length >> 1] ?? 0) ^ 1;
  await expect(verify({ ...another, ...first.checkpoint, evidenceRecord: record.toString('base64') })).rejects.toThrow(
    /is refused|cannot be read/,
  );
  t.clock.set(year(71));
  expect(await faultOf(n)).toMatch(/timestamp 4 is refused: it ended on \d{4}-\d\d-\d\d, and was not renewed before/);
  const { records, failures } = await renewEvidence(t.platform);
  expect([records, [...failures.values()]]).toEqual([0, [7]]);
  expect([...failures.keys()][0]).toMatch(/^the timestamp ended on \d{4}-/);
  expect(kept?.timestampToken?.toString('base64')).toBe(first.checkpoint.timestamp);
});

it.runIf(hasBouncyCastle)('is judged alike by Bouncy Castle', async () => {
  const checkpoints = await Promise.all(made.map(published));
  const cases = checkpoints.map((one) => ({ record: recordOf(one), data: signedBytesOf(one) }));
  const verdicts = await judgeRecords(
    [...cases, { record: cases[0]?.record ?? Buffer.alloc(0), data: Buffer.from('{}') }],
    {
      ...(await trust()),
      now: year(52),
    },
  );
  const sentence = (count: number) =>
    expect.stringMatching(new RegExp(`^holds since \\d{4}-.* by ${count} timestamps$`));
  const refused = expect.stringMatching(/^refused/);
  expect(verdicts).toEqual([...[4, 4, 4, 4, 4, 3, 2].map(sentence), refused]);
  const [late] = await judgeRecords(cases.slice(0, 1), { ...(await trust()), now: year(71) });
  expect(late).toMatch(/^refused: the last timestamp ended/);
});
