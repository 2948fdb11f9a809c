import type { Checkpoint } from '@perenne/contract/evidence';
import { describe, expect, it } from 'vitest';
import { issue, pemOf } from '../../testing/authority.ts';
import { bytesOf, depositOf, makeCheckpoint, makeDocument, makeEntries, proofOf } from '../../testing/journal.ts';
import { makeRecord, type Renewal } from '../../testing/record.ts';
import { failuresOf, sayAll } from '../../testing/say.ts';

const year = (number: number): Date => new Date(`${number}-06-01T00:00:00Z`);
const root = await issue({ name: 'Autorité', use: 'authority', to: year(2090) });
const [first, second, third] = await Promise.all(
  [2036, 2050, 2070].map((ends) =>
    issue({ name: `Horodatage ${ends}`, use: 'timestamp', issuer: root, to: year(ends) }),
  ),
);
if (!first || !second || !third) throw new Error('an authority is missing');
const seal = await issue({ name: 'Sceau', use: 'seal', issuer: root });
const rootFile = { name: 'autorité.pem', content: pemOf(root, seal) };
const now = year(2060);

const document = await makeDocument('Bulletin de paie');
const entries = await makeEntries([{ action: 'safe.created' }, depositOf(document)]);
const logged = await makeCheckpoint(entries.at(-1)?.hash ?? '', { seal, timestamps: first });
const stampedAt = new Date(logged.checkpoint.at);

const usual: Renewal[] = [
  { by: first, at: stampedAt, name: 'SHA-256' },
  { by: second, at: year(2035), name: 'SHA-256' },
  { by: third, at: year(2045), name: 'SHA-512' },
];

async function renewed(renewals = usual): Promise<Checkpoint> {
  const { record, first: timestamp } = await makeRecord(bytesOf(logged.checkpoint), renewals);
  return { ...logged.checkpoint, timestamp, evidenceRecord: record };
}

const proofWith = (checkpoint: Checkpoint) => ({
  name: 'preuve.json',
  content: JSON.stringify({ ...proofOf(document, entries, logged), checkpoint }),
});
const failures = async (checkpoint: Checkpoint) =>
  (await failuresOf([rootFile, proofWith(checkpoint)], { now })).join('\n');
const flip = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a timestamp that was renewed', () => {
  const checkpoint = renewed();

  it('holds from its first time to the end of its last renewal, in both languages', async () => {
    const files = [rootFile, proofWith(await checkpoint)];
    const said = await sayAll(files, { now });
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
    expect(said.join('\n')).toMatch(/checkpoint 4 was renewed in time, 2.times\. .* until 1 June 2070/);
    expect((await sayAll(files, { now, locale: 'fr' })).join('\n')).toMatch(
      /point de contrôle 4 a été renouvelé à temps, 2.fois\. .* jusqu’au 1er juin 2070/,
    );
  });

  it('is no more than its time where nothing renews it, and the page says so', async () => {
    const said = await sayAll([rootFile, proofWith({ ...logged.checkpoint })], { now });
    expect(said).toContainEqual(
      expect.stringMatching(/^open: The certificates behind .*preuve.json.* expired on .*2036/),
    );
    const late = await sayAll([rootFile, proofWith(await checkpoint)], { now: year(2071) });
    expect(late).toContainEqual(expect.stringMatching(/^open: The certificates behind .* expired on .*2070/));
  });

  it.each(['SHA-384', 'SHA-512'] as const)('is read where its only digest is %s', async (name) => {
    const by = await renewed([{ by: first, at: stampedAt, name }]);
    const { evidenceRecord: _record, ...alone } = by;
    const said = await sayAll([rootFile, proofWith(alone)]);
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
    expect(await failures(by)).toBe('');
  });

  const changes: Array<[string, () => Promise<Checkpoint>, RegExp]> = [
    [
      'a renewal that came too late',
      () => renewed([usual[0], { by: second, at: year(2037), name: 'SHA-256' }] as Renewal[]),
      /timestamp 2 .* does not renew the one before in time: that one ended on .*2036/,
    ],
    [
      'a renewal that is older than what it renews',
      () => renewed([usual[1], { by: second, at: year(2034), name: 'SHA-256' }] as Renewal[]),
      /timestamp 2 .* does not renew the one before in time/,
    ],
    [
      'a digest that is not relied on',
      () => renewed([{ by: first, at: stampedAt, name: 'SHA-1' }]),
      /algorithm that this page does not know \(1\.3\.14/,
    ],
    [
      'the record of other data',
      async () => ({
        ...(await checkpoint),
        evidenceRecord: (await makeRecord(new Uint8Array([1]), usual)).record,
      }),
      /timestamp 1 of the evidence record of checkpoint 4 does not cover what it should/,
    ],
    [
      'the record of another timestamp',
      async () => ({ ...(await checkpoint), timestamp: (await renewed([usual[1] as Renewal])).timestamp }),
      /timestamp 1 of the evidence record of checkpoint 4/,
    ],
    [
      'a record without a timestamp before it',
      async () => ({ ...(await checkpoint), timestamp: null }),
      /evidence record of checkpoint 4 is incomplete or malformed/,
    ],
    [
      'a record that was cut',
      async () => ({ ...(await checkpoint), evidenceRecord: (await checkpoint).evidenceRecord?.slice(0, 400) ?? '' }),
      /evidence record of checkpoint 4 is incomplete or malformed/,
    ],
    [
      'what is no record',
      async () => ({ ...(await checkpoint), evidenceRecord: (await checkpoint).timestamp ?? '' }),
      /evidence record of checkpoint 4 is incomplete or malformed/,
    ],
  ];

  it.each(changes)('fails for %s, and names the file', async (_what, change, sentence) => {
    const said = await failures(await change());
    expect(said).toMatch(sentence);
    expect(said).toContain('“preuve.json”');
  });

  it('shows every changed byte of its record', async () => {
    const whole = await checkpoint;
    const { length } = Buffer.from(whole.evidenceRecord ?? '', 'base64');
    const unseen: number[] = [];
    for (let at = 0; at < length; at += 7)
      if ((await failures({ ...whole, evidenceRecord: flip(whole.evidenceRecord ?? '', at) })) === '') unseen.push(at);
    expect(unseen).toEqual([]);
  });
});
