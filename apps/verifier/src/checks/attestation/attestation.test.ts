import { describe, expect, it } from 'vitest';
import { factsOf, makeAttestation } from '../../testing/attestation.ts';
import { issue, pemOf } from '../../testing/authority.ts';
import { depositOf, makeDocument, makeEntries } from '../../testing/journal.ts';
import { failuresOf, sayAll } from '../../testing/say.ts';
import type { Bytes } from '../bytes.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const by = {
  seal: await issue({ name: 'Sceau', use: 'seal', issuer: root }),
  timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: root }),
};
const document = await makeDocument('Bulletin de paie');
const [, entry] = await makeEntries([{ action: 'safe.opened' }, depositOf(document)]);
const facts = factsOf(document, entry ?? expect.fail('no entry'));
const pdf = await makeAttestation({ facts, by });
const asFile = (content: Bytes) => ({ name: 'attestation.pdf', content });

const changed = (before: string, after: string): Bytes => {
  const text = Buffer.from(pdf).toString('latin1');
  expect(text).toContain(before);
  return new Uint8Array(Buffer.from(text.replace(before, after), 'latin1'));
};

describe('a deposit attestation', () => {
  it('holds, with its signature, its timestamp and the entry that it cites', async () => {
    expect(await sayAll([asFile(pdf)])).toEqual([
      expect.stringMatching(/^holds: “attestation.pdf” is timestamped on 21 November 2026 .*Horodatage/),
      expect.stringMatching(/^holds: “attestation.pdf” bears a correct signature.*Sceau/),
      expect.stringMatching(/^holds: “attestation.pdf” attests the deposit of “Bulletin de paie”/),
      expect.stringMatching(/^holds: “attestation.pdf”: the attached facts are sealed by the same key/),
    ]);
  });

  it('knows its document', async () => {
    const files = [asFile(pdf), { name: 'bulletin.txt', content: document.content }];
    expect(await sayAll(files)).toContain(
      'holds: “bulletin.txt” is, to the byte, the document that “attestation.pdf” is about.',
    );
  });

  it('says where it has no timestamp, or no signature', async () => {
    const unstamped = await makeAttestation({ facts, by, isStamped: false });
    expect(await sayAll([asFile(unstamped)])).toContain(
      'open: “attestation.pdf” is not timestamped: no authority confirms its date.',
    );
    const unsigned = await makeAttestation({ facts, by, isSigned: false });
    expect(await sayAll([asFile(unsigned)])).toContainEqual(
      expect.stringMatching(/^open: “attestation.pdf” bears no signature in the PDF/),
    );
  });

  it('confirms nothing where its signature does not hold', async () => {
    const said = await sayAll([asFile(changed('%PDF-1.7', '%PDF-1.6'))]);
    expect(said.filter((each) => each.startsWith('holds'))).toEqual([]);
    expect(said).toContainEqual(expect.stringMatching(/^open: “attestation.pdf” attests the deposit of/));
  });

  it('fails for another authority than the one that the reader trusts', async () => {
    const stranger = await issue({ name: 'Autre', use: 'authority' });
    const files = [asFile(pdf), { name: 'confiance.pem', content: pemOf(stranger) }];
    expect(await failuresOf(files)).toContainEqual(
      expect.stringMatching(/“attestation.pdf” comes from an authority other/),
    );
  });
});

describe('an attestation that was tampered with', () => {
  it('fails for its timestamp and for the seal of its facts, where neither holds', async () => {
    const ended = await issue({ name: 'Fini', use: 'timestamp', to: new Date('2026-06-01') });
    const made = await makeAttestation({ facts, by: { ...by, timestamps: ended }, isFactsSealRight: false });
    expect(await failuresOf([asFile(made)])).toEqual([
      expect.stringMatching(/The certificate of “attestation.pdf” was not valid .*Fini/),
      expect.stringMatching(/“attestation.pdf”: the seal of the attached facts is wrong/),
    ]);
  });

  it.each<[string, () => Bytes | Promise<Bytes>, RegExp]>([
    ['a changed byte', () => changed('%PDF-1.7', '%PDF-1.6'), /signature of “attestation.pdf” is wrong/],
    ['something added after it', () => new Uint8Array([...pdf, 10]), /“attestation.pdf”: the signature does not cover/],
    [
      'a shorter range',
      () => changed('/ByteRange [0 ', '/ByteRange [1 '),
      /signature of “attestation.pdf” is incomplete/,
    ],
    [
      'no signature in its place',
      () => changed('/Contents <30', '/Contents <31'),
      /signature of “attestation.pdf” is incomplete/,
    ],
    ['something behind the signature', () => changed('00>', '01>'), /signature of “attestation.pdf” is incomplete/],
    [
      'an entry that does not have this hash',
      () => makeAttestation({ facts: { ...facts, journal: { ...facts.journal, seq: 3 } }, by }),
      /“attestation.pdf”: the facts .* \(for an expert: journal.seq\)/,
    ],
    [
      'another document than that of the entry',
      () => makeAttestation({ facts: { ...facts, document: { ...facts.document, id: 'x' } }, by }),
      /“attestation.pdf”: the facts .* \(for an expert: document.id\)/,
    ],
  ])('fails for %s', async (_what, make, sentence) => {
    expect((await failuresOf([asFile(await make())])).join('\n')).toMatch(sentence);
  });
});
