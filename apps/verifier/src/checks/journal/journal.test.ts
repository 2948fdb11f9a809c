import type { EvidenceEntry } from '@perenne/contract/evidence';
import { describe, expect, it } from 'vitest';
import { issue } from '../../testing/authority.ts';
import {
  depositOf,
  journalOf,
  makeCheckpoint,
  makeDocument,
  makeEntries,
  proofOf,
  safeId,
} from '../../testing/journal.ts';
import { failuresOf, sayAll } from '../../testing/say.ts';

const document = await makeDocument('Bulletin de paie');
const entries = await makeEntries([{ action: 'safe.opened' }, depositOf(document), { action: 'journal.read' }]);
const asFile = (content: unknown) => ({ name: 'journal.json', content: JSON.stringify(content) });

const received = async (cut: number) => {
  const given = await makeEntries(
    [{ action: 'safe.created' }, { action: 'safe.closing' }],
    '019ab000-0000-7000-8000-000000000002',
  );
  const details = { chapterHead: given.at(-1)?.hash ?? '' };
  const own = await makeEntries([{ action: 'safe.created' }, { action: 'safe.merged', details }]);
  const chapters = [
    { id: safeId, entries: own },
    { id: '019ab000-0000-7000-8000-000000000002', entries: given.slice(0, 2 - cut) },
  ];
  return { name: 'journal.json', content: JSON.stringify({ ...journalOf(own), chapters }) };
};

it('holds with the journals that it has received, and fails where one of them is cut', async () => {
  expect(await failuresOf([await received(0)])).toEqual([]);
  expect(await failuresOf([await received(1)])).toEqual([
    expect.stringMatching(/“journal.json”: entry 2 received a journal/),
  ]);
});

it('fails for the journal of another safe, and for a chapter that comes twice', async () => {
  const whole = journalOf(await makeEntries([{ action: 'safe.created' }]));
  const other = { ...whole, safeId: '019ab000-0000-7000-8000-000000000009' };
  const twice = { ...whole, chapters: [...whole.chapters, ...whole.chapters] };
  for (const [changed, where] of [
    [other, 'safeId'],
    [twice, 'chapters'],
  ] as const)
    expect(await failuresOf([{ name: 'journal.json', content: JSON.stringify(changed) }])).toEqual([
      expect.stringContaining(`(for an expert: ${where})`),
    ]);
});

describe('a journal', () => {
  it('holds, and says what it cannot show alone', async () => {
    expect(await sayAll([asFile(journalOf(entries))])).toEqual([
      expect.stringMatching(/^holds: “journal.json”: 3.entries follow one another without a gap/),
      expect.stringMatching(/^open: Nothing in “journal.json” alone shows/),
    ]);
  });

  it('is confirmed by a proof that comes with it, up to its last entry', async () => {
    const by = {
      seal: await issue({ name: 'Sceau', use: 'seal' }),
      timestamps: await issue({ name: 'Horodatage', use: 'timestamp' }),
    };
    const proof = proofOf(document, entries, await makeCheckpoint(entries.at(-1)?.hash ?? '', by));
    const proofFile = { name: 'preuve.json', content: JSON.stringify(proof) };
    expect(await sayAll([asFile(journalOf(entries)), proofFile])).toContain(
      'holds: “preuve.json” confirms “journal.json” up to entry 3.',
    );
    const anew = await makeEntries([{ action: 'safe.opened' }, depositOf(document), { action: 'journal.read' }]);
    expect(await failuresOf([asFile(journalOf(anew)), proofFile])).toEqual([
      expect.stringMatching(/“preuve.json” cites an entry 2/),
    ]);
    expect(await failuresOf([asFile(journalOf(entries.slice(0, 2))), proofFile])).toEqual([
      'The journal ends with entry 2, and “preuve.json” cites its entry 3: the end of the journal is missing.',
    ]);
  });

  it('keeps its chain where details were erased, and says so', async () => {
    const erased = entries.map(({ salt: _salt, details: _details, ...rest }) => rest);
    expect((await sayAll([asFile(journalOf(erased))])).map((each) => each.replace('\u00A0', ' '))).toContain(
      'open: “journal.json”: the details of 3 entries were erased. The chain still holds.',
    );
  });

  it('holds with the journals of safes that it received', async () => {
    const earlier = '019ab000-0000-7000-8000-000000000002';
    const chapter = { id: earlier, entries: await makeEntries([{ action: 'safe.opened' }], earlier) };
    const merged = { ...journalOf(entries), chapters: [...journalOf(entries).chapters, chapter] };
    expect((await sayAll([asFile(merged)]))[0]).toMatch(/^holds: .* in 2 chapters/);
    const foreign = { ...merged, chapters: [{ ...chapter, id: merged.safeId }] };
    expect(await failuresOf([asFile(foreign)])).toEqual([expect.stringMatching(/entry 1 shows .*safeId/)]);
  });
});

describe('a journal that was tampered with', () => {
  const change = (seq: number, changes: Partial<EvidenceEntry>) =>
    entries.map((entry) => (entry.seq === seq ? { ...entry, ...changes } : entry));
  const [first, second, third] = entries;

  it.each<[string, Array<EvidenceEntry | undefined>, RegExp]>([
    ['an entry removed', [first, third], /entry 3 does not follow/],
    ['the first entry removed', [second, third], /entry 2 does not follow/],
    ['two entries exchanged', [first, third, second], /entry 3 does not follow/],
    ['an entry twice', [first, second, second, third], /entry 2 does not follow/],
    [
      'a changed action',
      change(2, { action: 'safe.closed' }),
      /entry 2 shows something other .*\(for an expert: action\)/,
    ],
    [
      'a changed actor',
      change(2, { actor: { kind: 'operator' } }),
      /entry 2 shows something other .*\(for an expert: actor.kind\)/,
    ],
    ['a changed result', change(2, { result: 'refused' }), /entry 2 shows something other .*\(for an expert: result\)/],
    [
      'a changed time',
      change(2, { at: '2020-01-01T00:00:00.000Z' }),
      /entry 2 shows something other .*\(for an expert: at\)/,
    ],
    ['a changed hash', change(2, { hash: 'ab'.repeat(32) }), /entry 2 was changed/],
    ['changed details', change(2, { details: { title: 'Autre' } }), /the details of entry 2 were changed/],
    ['another salt', change(2, { salt: 'AAAA' }), /the details of entry 2 were changed/],
  ])('fails for %s, and names file and entry', async (_what, changed, sentence) => {
    const failures = await failuresOf([asFile(journalOf(changed.filter((entry) => entry !== undefined)))]);
    expect(failures).toEqual([expect.stringMatching(sentence)]);
    expect(failures[0]).toContain('journal.json');
  });

  it.each(['{', '[]', '{"format":"perenne-journal-1"}'])('is no journal as %s', async (text) => {
    const content = `${text}                    "format": "perenne-journal-1"`;
    expect(await failuresOf([{ name: 'journal.json', content }])).toEqual([
      expect.stringContaining('“journal.json” is not written as it should be'),
    ]);
  });
});
