import type { DocumentProof } from '@perenne/contract/evidence';
import { describe, expect, it } from 'vitest';
import { issue, pemOf, type Holder } from '../../testing/authority.ts';
import { bytesOf, depositOf, makeCheckpoint, makeDocument, makeEntries, proofOf } from '../../testing/journal.ts';
import { stampImprint } from '../../testing/signed-message.ts';
import { digest } from '../bytes.ts';
import { checkAll, failuresOf, sayAll, type TestFile } from '../../testing/say.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const seal = await issue({ name: 'Sceau', use: 'seal', issuer: root });
const timestamps = await issue({ name: 'Horodatage', use: 'timestamp', issuer: root });
const document = await makeDocument('Bulletin de paie');
const other = await makeDocument('Contrat');

async function makeProof(by: { seal: Holder; timestamps: Holder } = { seal, timestamps }): Promise<DocumentProof> {
  const entries = await makeEntries([
    { action: 'safe.opened' },
    depositOf(document),
    depositOf(other),
    { action: 'journal.read' },
  ]);
  return proofOf(document, entries, await makeCheckpoint(entries.at(-1)?.hash ?? '', by));
}

const proof = await makeProof();
const asFile = (content: unknown): TestFile => ({ name: 'preuve.json', content: JSON.stringify(content) });
const sealFile = { name: 'sceau.pem', content: pemOf(seal) };
const rootFile = { name: 'autorité.pem', content: pemOf(root) };

describe('the proof of a document', () => {
  it('holds by itself, and leaves the seal open until its certificate is there', async () => {
    const said = await sayAll([asFile(proof)]);
    expect(said).toEqual([
      expect.stringMatching(/^holds: .*the deposit of document .*20 November 2026.*checkpoint 4, 3.records/),
      expect.stringMatching(/^open: .*the certificate of key [0-9a-f]{16} is not here/),
      expect.stringMatching(/^holds: “preuve.json” is timestamped on 20 November 2026 .*Horodatage/),
    ]);
    expect(await sayAll([asFile(proof), sealFile])).toContain(
      'holds: “preuve.json”: checkpoint 4 is sealed. Signer: Sceau.',
    );
  });

  it('takes the list of certificates as the service gives it', async () => {
    const items = [{ kid: 'x', certificate: pemOf(seal), from: '', to: '' }];
    const said = await sayAll([asFile(proof), { name: 'certificates.json', content: JSON.stringify({ items }) }]);
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
  });

  it.each(['Sceau', 'Autorité'] as const)(
    'holds though a certificate was renewed for the same key: %s',
    async (name) => {
      const soon = new Date('2028-01-01T00:00:00Z');
      const renewed =
        name === 'Sceau'
          ? await issue({ name, use: 'seal', issuer: root, from: soon, renews: seal })
          : await issue({ name, use: 'authority', from: soon, renews: root });
      const certificates = { name: 'certificats.pem', content: pemOf(renewed, seal, root) };
      const said = await sayAll([asFile(proof), certificates]);
      expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
    },
  );

  it('fails for a certificate that was not good yet', async () => {
    const soon = new Date('2028-01-01T00:00:00Z');
    const renewed = await issue({ name: 'Sceau', use: 'seal', issuer: root, from: soon, renews: seal });
    const certificates = { name: 'certificats.pem', content: pemOf(renewed, root) };
    expect(await failuresOf([asFile(proof), certificates])).toHaveLength(1);
  });

  it('knows the document, to the byte, and no other', async () => {
    const files = [
      { name: 'a.pdf', content: document.content },
      asFile(proof),
      { name: 'b.pdf', content: other.content },
    ];
    const said = await sayAll(files);
    expect(said).toContain('holds: “a.pdf” is, to the byte, the document that “preuve.json” is about.');
    expect(said.at(-1)).toMatch(/^fails: “b.pdf” is no document of the proofs/);
  });

  it('says on whose word it relies, and compares it with what the reader trusts', async () => {
    const [, alone] = await checkAll([asFile(proof), rootFile]);
    expect(alone?.witnesses.map(({ role, subject, confirmedBy }) => ({ role, subject, confirmedBy }))).toEqual([
      { role: 'timestamp', subject: 'CN=Horodatage', confirmedBy: 'Autorité' },
    ]);
  });

  it('fails for another authority than the one that the reader trusts', async () => {
    const stranger = await issue({ name: 'Autre autorité', use: 'authority' });
    const forged = await makeProof({
      seal: await issue({ name: 'Sceau', use: 'seal', issuer: stranger }),
      timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: stranger }),
    });
    expect(await failuresOf([asFile(forged), rootFile])).toEqual([
      expect.stringMatching(/“preuve.json” comes from an authority other .*Autre autorité/),
    ]);
    expect(await failuresOf([asFile(forged), sealFile])).toEqual([]);
  });
});

type Change = (proof: DocumentProof) => void;
const entryOf = ({ journal }: DocumentProof, index: number) => journal[index] ?? expect.fail('no such entry');

describe('a proof that was tampered with', () => {
  const changes: Array<[string, Change, RegExp]> = [
    [
      'another digest',
      (each) => (each.document.sha256 = other.sha256),
      /something different about the document.*sha256/,
    ],
    ['another date of deposit', (each) => (each.document.depositedAt = '2020-01-01T00:00:00.000Z'), /depositedAt/],
    ['another document', (each) => (each.document.id = other.id), /\(for an expert: id\)/],
    ['the deposit removed', (each) => each.journal.shift(), /something different about the document/],
    ['an entry removed', (each) => each.journal.splice(1, 1), /entry 4 does not follow/],
    ['the last entry removed', (each) => each.journal.pop(), /record in the log/],
    [
      'an action changed',
      (each) => (entryOf(each, 1).action = 'safe.closed'),
      /entry 3 shows something other .*action/,
    ],
    [
      'a time changed',
      (each) => (entryOf(each, 2).at = '2026-11-20T07:00:00.000Z'),
      /entry 4 shows something other .*at/,
    ],
    ['a detail changed', (each) => (entryOf(each, 0).details = { sha256: other.sha256 }), /details of entry 2 were/],
    ['hashed bytes changed', (each) => (entryOf(each, 1).canonical = 'AAAA'), /entry 3 was changed/],
    ['another place in the log', (each) => (each.inclusion.leafIndex = 1), /is not recorded in checkpoint 4/],
    ['another path', (each) => (each.inclusion.path = ['00'.repeat(32)]), /is not recorded in checkpoint 4/],
    ['a longer path', (each) => each.inclusion.path.push('00'.repeat(32)), /is not recorded in checkpoint 4/],
    ['another root', (each) => (each.checkpoint.root = '00'.repeat(32)), /is not recorded in checkpoint 4/],
    ['another size', (each) => (each.checkpoint.size = 4), /is not recorded in checkpoint 4/],
    [
      'another time of the checkpoint',
      (each) => (each.checkpoint.at = '2026-11-20T10:00:00.000Z'),
      /signature .* is wrong/,
    ],
    ['another checkpoint before', (each) => (each.checkpoint.previous = null), /signature .* is wrong/],
    ['an entry that is no deposit', (each) => (entryOf(each, 0).action = 'document.renamed'), /shows something other/],
    ['another format', (each) => Object.assign(each, { format: 'perenne-proof-2' }), /is not written as it should/],
  ];

  it.each(changes)('fails for %s, and names the file', async (_what, change, sentence) => {
    const changed = structuredClone(proof);
    change(changed);
    const failures = await failuresOf([asFile(changed), sealFile]);
    expect(failures.join('\n')).toMatch(sentence);
    expect(failures.every((each) => each.includes('preuve.json'))).toBe(true);
  });

  it('fails for its entries and for its checkpoint, where both were changed', async () => {
    const changed = structuredClone(proof);
    entryOf(changed, 1).action = 'safe.closed';
    changed.checkpoint.at = '2026-11-20T10:00:00.000Z';
    expect(await failuresOf([asFile(changed), sealFile])).toEqual([
      expect.stringMatching(/entry 3 shows something other/),
      expect.stringMatching(/The signature of “preuve.json” is wrong/),
      expect.stringMatching(/timestamp in “preuve.json” is not over/),
    ]);
  });

  it('fails for an entry of another action that has the digests', async () => {
    const { sha256, sha512 } = document;
    const details = { title: 'x', sha256, sha512 };
    const entries = await makeEntries([{ action: 'document.changed', objectId: document.id, details }]);
    const made = proofOf(document, entries, await makeCheckpoint(entries[0]?.hash ?? '', { seal, timestamps }));
    expect(await failuresOf([asFile(made)])).toEqual([
      expect.stringMatching(/entry of its deposit \(for an expert: action\)/),
    ]);
  });

  it('fails for a member that is named twice, which programs read differently', async () => {
    const content = JSON.stringify(proof).replace('"document":', '"document":{"id":"x"},"document":');
    expect(await failuresOf([{ name: 'preuve.json', content }])).toEqual([
      expect.stringMatching(/“preuve.json” is not written as it should be/),
    ]);
  });

  it('does not say that a document is proven where the proof does not hold', async () => {
    const unsealed = { ...proof, checkpoint: { ...proof.checkpoint, at: '2026-11-20T10:00:00.000Z' } };
    const failures = await failuresOf([asFile(unsealed), sealFile, { name: 'a.pdf', content: document.content }]);
    expect(failures).toContainEqual(
      expect.stringMatching(/“a.pdf” is the document that “preuve.json” is about, but “preuve.json” does not hold/),
    );
  });

  it('fails for a timestamp that is signed by SHA-1, or over it', async () => {
    const imprint = await digest('SHA-1', bytesOf(proof.checkpoint));
    const token = Buffer.from(
      await stampImprint({ name: 'SHA-1', imprint }, timestamps, new Date(proof.checkpoint.at)),
    );
    const weak = { ...proof, checkpoint: { ...proof.checkpoint, timestamp: token.toString('base64') } };
    expect(await failuresOf([asFile(weak)])).toEqual([expect.stringMatching(/algorithm that this page does not know/)]);
  });

  it('fails for the seal or the timestamp of another checkpoint', async () => {
    const later = (await makeCheckpoint('ab'.repeat(32), { seal, timestamps })).checkpoint;
    const sealed = { ...proof, checkpoint: { ...proof.checkpoint, seal: later.seal } };
    expect(await failuresOf([asFile(sealed), sealFile])).toEqual([
      expect.stringMatching(/The signature of “preuve.json” is wrong/),
    ]);
    const stamped = { ...proof, checkpoint: { ...proof.checkpoint, timestamp: later.timestamp } };
    expect(await failuresOf([asFile(stamped)])).toEqual([
      expect.stringMatching(/timestamp in “preuve.json” is not over/),
    ]);
  });

  it('fails for a certificate that had ended, or that is for another use', async () => {
    const ended = await issue({ name: 'Fini', use: 'timestamp', to: new Date('2026-06-01') });
    expect(await failuresOf([asFile(await makeProof({ seal, timestamps: ended }))])).toEqual([
      expect.stringMatching(/certificate of “preuve.json” was not valid .*Fini/),
    ]);
    expect(await failuresOf([asFile(await makeProof({ seal, timestamps: seal }))])).toEqual([
      expect.stringMatching(/certificate of “preuve.json” is not made for this use\. Certificate: Sceau/),
    ]);
  });

  it('leaves open what is not timestamped yet', async () => {
    const waiting = { ...proof, checkpoint: { ...proof.checkpoint, timestamp: null } };
    expect(await sayAll([asFile(waiting), sealFile])).toContain(
      'open: “preuve.json” is not timestamped: no authority confirms its date.',
    );
  });
});
