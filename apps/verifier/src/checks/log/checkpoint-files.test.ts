import type { Checkpoint } from '@perenne/contract/evidence';
import { describe, expect, it } from 'vitest';
import { toHex } from '../bytes.ts';
import { issue, pemOf } from '../../testing/authority.ts';
import {
  depositOf,
  makeDocument,
  makeEntries,
  proofOf,
  signCheckpoint,
  makeCheckpoint,
} from '../../testing/journal.ts';
import { consistencyOf, makeLeaves, makeLog, rootOfLeaves } from '../../testing/log.ts';
import { failuresOf, sayAll, type TestFile } from '../../testing/say.ts';
import { isConsistent } from './merkle.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const by = {
  seal: await issue({ name: 'Sceau', use: 'seal', issuer: root }),
  timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: root }),
};
const certificates = { name: 'confiance.pem', content: pemOf(root, by.seal) };
const leaves = await makeLeaves(40);
const log = await makeLog([3, 7, 8, 21, 40], by, leaves);
const fileOf = (checkpoint: Checkpoint, name = `checkpoint-${checkpoint.n}.json`): TestFile => ({
  ...{ name, content: `${JSON.stringify(checkpoint, null, 2)}\n` },
});
const all = [certificates, ...log.map((each) => fileOf(each))];
const at = (n: number): Checkpoint => log[n - 1] ?? expect.fail('no such checkpoint');

async function consistency(from: number, to: number, name = `consistency-${from}-${to}.json`) {
  const path = await consistencyOf(leaves.slice(0, at(to).size), at(from).size);
  return { name, content: JSON.stringify({ from, to, path: path.map(toHex) }) };
}

describe('the path between two trees', () => {
  it('is as RFC 6962 has it, for trees of any size, and no other', async () => {
    for (let size = 1; size <= 20; size += 1)
      for (let earlier = 1; earlier <= size; earlier += 1) {
        const path = await consistencyOf(leaves.slice(0, size), earlier);
        const [first, second] = await Promise.all(
          [earlier, size].map(async (count) => ({ size: count, root: await rootOfLeaves(leaves.slice(0, count)) })),
        );
        if (!first || !second) throw new Error('a tree is missing');
        expect(await isConsistent(first, second, path), `${earlier} of ${size}`).toBe(true);
        expect(await isConsistent(first, second, [...path, first.root])).toBe(false);
        if (earlier === size) continue;
        expect(await isConsistent(first, second, path.slice(1))).toBe(false);
        expect(await isConsistent({ ...first, root: second.root }, second, path)).toBe(false);
        expect(await isConsistent(first, { ...second, root: first.root }, path)).toBe(false);
      }
  });
});

describe('the files of checkpoints', () => {
  it('hold together, whatever their order', async () => {
    for (const files of [all, all.toReversed()]) {
      const said = await sayAll(files);
      expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
      expect(said).toContain(
        'holds: “checkpoint-5.json”: checkpoint 5 names the one of “checkpoint-4.json” as the one before it.',
      );
    }
  });

  it('are taken as the service lists them, too', async () => {
    const list = { items: log.toReversed(), nextCursor: null, total: 5 };
    const said = await sayAll([certificates, { name: 'checkpoints.json', content: JSON.stringify(list) }]);
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
    expect(said.filter((each) => each.includes('is sealed'))).toHaveLength(5);
  });

  it('leave open what one alone follows, and the seal whose certificate is not there', async () => {
    const said = await sayAll([fileOf(at(4))]);
    expect(said.filter((each) => each.startsWith('open'))).toEqual([
      expect.stringMatching(/“checkpoint-4.json”: the seal is not checked/),
      expect.stringMatching(/“checkpoint-4.json”: nothing .* what checkpoint 4 follows. Add checkpoint 3/),
    ]);
  });

  it('are joined over a gap by a consistency proof', async () => {
    const files = [certificates, fileOf(at(1)), fileOf(at(4)), await consistency(1, 4)];
    const said = await sayAll(files);
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
    expect(said).toContain(
      'holds: “consistency-1-4.json”: checkpoint 4 holds all records of checkpoint 1, in the same order.',
    );
    expect((await sayAll(files, { locale: 'fr' })).join('\n')).toContain(
      'le point de contrôle 4 contient toutes les inscriptions du point de contrôle 1',
    );
  });

  it('are asked for where a consistency proof comes alone', async () => {
    expect(await sayAll([await consistency(2, 5)])).toEqual([
      expect.stringMatching(/^open: “consistency-2-5.json” joins checkpoint 2 to checkpoint 5. Add both/),
    ]);
  });

  const others = makeLeaves(40, 'other');
  const written = async (n: number, state: Partial<Checkpoint>): Promise<TestFile> =>
    fileOf(await signCheckpoint({ ...at(n), ...state }, by));
  const with4 = (file: TestFile): TestFile[] => [...all.filter(({ name }) => name !== 'checkpoint-4.json'), file];

  const changes: Array<[string, string, () => Promise<TestFile[]>, RegExp]> = [
    [
      'a changed root',
      'checkpoint-4.json',
      async () => with4(fileOf({ ...at(4), root: '00'.repeat(32) })),
      /The signature of “checkpoint-4.json” is wrong/,
    ],
    [
      'a changed time',
      'checkpoint-4.json',
      async () => with4(fileOf({ ...at(4), at: '2026-11-20T10:31:00.000Z' })),
      /The signature of “checkpoint-4.json” is wrong/,
    ],
    [
      'the seal of another',
      'checkpoint-4.json',
      async () => with4(fileOf({ ...at(4), seal: at(3).seal })),
      /The signature of “checkpoint-4.json” is wrong/,
    ],
    [
      'the timestamp of another',
      'checkpoint-4.json',
      async () => with4(fileOf({ ...at(4), timestamp: at(3).timestamp })),
      /The timestamp in “checkpoint-4.json” is not over/,
    ],
    [
      'one that was sealed anew',
      'checkpoint-4.json',
      async () => with4(await written(4, { root: toHex(await rootOfLeaves((await others).slice(0, 21))) })),
      /“checkpoint-5.json” and “checkpoint-4.json” do not follow one another/,
    ],
    [
      'another one of the same number',
      'checkpoint-4-bis.json',
      async () => [...all, { ...(await written(4, { size: 22 })), name: 'checkpoint-4-bis.json' }],
      /“checkpoint-4.json” and “checkpoint-4-bis.json” hold two different checkpoints 4/,
    ],
    [
      'a log that shrank',
      'checkpoint-5.json',
      async () => [certificates, fileOf(at(3)), await written(5, { size: 8 })],
      /“checkpoint-3.json” and “checkpoint-5.json”: checkpoint 5 has no more records/,
    ],
    [
      'a first one that names one before it',
      'checkpoint-1.json',
      async () => [certificates, await written(1, { previous: 'ab'.repeat(32) })],
      /“checkpoint-1.json” is not written as it should be \(for an expert: previous\)/,
    ],
    [
      'a missing member',
      'checkpoint-4.json',
      async () => with4({ name: 'checkpoint-4.json', content: JSON.stringify({ ...at(4), seal: undefined }) }),
      /“checkpoint-4.json” is not written as it should be \(for an expert: seal\)/,
    ],
    [
      'a changed path of a consistency proof',
      'consistency-1-4.json',
      async () => {
        const { content } = await consistency(1, 4);
        const { path, ...ends } = JSON.parse(content) as { path: string[] };
        const changed = JSON.stringify({ ...ends, path: ['00'.repeat(32), ...path.slice(1)] });
        return [...all, { name: 'consistency-1-4.json', content: changed }];
      },
      /“consistency-1-4.json” does not lead from checkpoint 1 to checkpoint 4/,
    ],
    [
      'a consistency proof of other checkpoints',
      'consistency.json',
      async () => {
        const { content } = await consistency(1, 4);
        return [...all, { name: 'consistency.json', content: content.replace('"to":4', '"to":5') }];
      },
      /“consistency.json” does not lead from checkpoint 1 to checkpoint 5/,
    ],
    [
      'a consistency proof that goes backwards',
      'consistency.json',
      async () => [...all, { name: 'consistency.json', content: JSON.stringify({ from: 4, to: 1, path: [] }) }],
      /“consistency.json” does not lead from checkpoint 4 to checkpoint 1/,
    ],
  ];

  it.each(changes)('fail for %s, and the sentence names the file (%s)', async (_what, name, files, sentence) => {
    const failures = (await failuresOf(await files())).join('\n');
    expect(failures).toMatch(sentence);
    expect(failures).toContain(`“${name}”`);
  });

  it('contradict the proof of a document that stands under another checkpoint', async () => {
    const document = await makeDocument('Contrat');
    const entries = await makeEntries([{ action: 'safe.created' }, depositOf(document)]);
    const proof = proofOf(document, entries, await makeCheckpoint(entries.at(-1)?.hash ?? '', by));
    const failures = await failuresOf([...all, { name: 'preuve.json', content: JSON.stringify(proof) }]);
    expect(failures.join('\n')).toMatch(/“preuve.json” and “checkpoint-4.json” hold two different checkpoints 4/);
  });
});
