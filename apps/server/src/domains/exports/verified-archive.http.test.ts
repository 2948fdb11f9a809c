import type { Checkpoint } from '@perenne/contract/evidence';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failuresOf, sayAll, type TestFile } from '../../../../verifier/src/testing/say.ts';
import { Exporter } from '../../testing/people/exporter.ts';
import { Merger } from '../../testing/people/merger.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint, stampCheckpoint } from '../evidence/evidence.ts';
import { renewEvidence } from '../evidence/renewal/renew-evidence.ts';
import { retireDigest } from '../evidence/renewal/retire-digest.ts';

/** The verifier, which works without a server, reads what this server writes. */
const yearMs = 365.25 * 86_400_000;

const signatureParts = ['META-INF/signatures.xml', 'META-INF/ASiCManifest.xml', 'META-INF/timestamp.tst'];

let test: TestApp;
let exporter: Exporter;
let zip: Buffer;
let archived: Map<string, Buffer>;
let names: string[];
let documentId: string;
let trusted: TestFile;
const start = new Date();
const year = (years: number): Date => new Date(start.getTime() + years * yearMs);

const fileOf = (name: string, content: Buffer | string): TestFile => ({
  name,
  content: new Uint8Array(Buffer.from(content)),
});
const answerOf = async (path: string): Promise<string> => (await exporter.call('GET', path)).body;
const say = (files: TestFile[]) => sayAll(files, { now: test.clock.now() });
const notHolding = async (files: TestFile[]) => (await say(files)).filter((each) => !each.startsWith('holds'));

/** The certificates of seals and timestamps of a server, which its reader trusts. */
async function certificatesOf({ platform, timestamps }: TestApp): Promise<TestFile> {
  const roots = (await timestamps.roots()).map(String);
  const seals = (await platform.seals.certificates()).map(({ certificate }) => certificate);
  return fileOf('confiance.pem', [...roots, ...seals].join('\n'));
}

/** Returns the failures of an archive of which files were changed. */
const failuresAfter = (change: (files: Map<string, Buffer>) => void): Promise<string[]> => {
  const changed = new Map(archived);
  change(changed);
  const content = Buffer.from(zipSync(Object.fromEntries(changed), { level: 0 }));
  return failuresOf([trusted, fileOf('perenne.zip', content)], { now: test.clock.now() });
};
const naming = (failures: string[], name: string): string[] => failures.filter((each) => each.includes(`“${name}”`));

async function checkpoint(): Promise<Checkpoint> {
  const { n = 0 } = (await makeCheckpoint(test.platform)) ?? {};
  return stampCheckpoint(test.platform, n);
}

beforeAll(async () => {
  test = await createTestApp();
  await test.timestamps.appoint({ from: year(-1), to: year(12.5) });
  exporter = await Exporter.make(test, ['Bail', 'L’été & <hiver> "100 %" #1?']);
  documentId = await exporter.add('日本 🙂');
  ({ files: archived, zip } = await exporter.files());
  names = [...archived.keys()];
  trusted = await certificatesOf(test);
});
afterAll(() => test.close());

/** The archive with one byte of a file changed, where it is stored: its content follows its header. */
function flipIn(name: string): Buffer {
  const changed = Buffer.from(zip);
  const header = headerOf(name);
  const [nameBytes, extraBytes] = [changed.readUInt16LE(header + 26), changed.readUInt16LE(header + 28)];
  const from = header + 30 + nameBytes + extraBytes;
  const next = changed.indexOf(Buffer.from('PK'), from);
  const at = from + Math.floor((next - from) / 2);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function headerOf(name: string): number {
  const bytes = Buffer.from(name);
  for (let at = zip.indexOf(bytes); at >= 30; at = zip.indexOf(bytes, at + 1))
    if (zip.readUInt32LE(at - 30) === 0x0403_4b50 && zip.readUInt16LE(at - 4) === bytes.length) return at - 30;
  throw new Error(`${name} is not in the archive`);
}

describe('an archive of this server', () => {
  it('holds before the verifier, on the word of the seal and the authority that the reader trusts', async () => {
    expect(await notHolding([trusted, fileOf('perenne.zip', zip)])).toEqual([]);
    expect((await say([trusted, fileOf('perenne.zip', zip)])).join('\n')).toMatch(
      /3.documents each have a proof that leads from its deposit to the log/,
    );
  });

  it('fails for a flipped byte in any of its files, and the sentence names the file', async () => {
    expect(names.length).toBe(15);
    for (const name of names) {
      const failures = await failuresOf([trusted, fileOf('perenne.zip', flipIn(name))], { now: test.clock.now() });
      expect([name, naming(failures, name).length > 0]).toEqual([name, true]);
    }
  });

  it('fails without any of its files, and a sentence names the one that is missing', async () => {
    for (const name of names) {
      const failures = await failuresAfter((files) => files.delete(name));
      expect([name, naming(failures, name).length > 0]).toEqual([name, true]);
    }
  });

  it('fails with the signature, the list or the timestamp of another archive of the server, and names it', async () => {
    const { files: other } = await (await Exporter.make(test, ['Contrat'])).files();
    for (const name of signatureParts) {
      const failures = await failuresAfter((files) => files.set(name, other.get(name) ?? Buffer.alloc(0)));
      expect([name, naming(failures, name).length > 0]).toEqual([name, true]);
    }
    const all = await failuresAfter((files) => {
      for (const name of signatureParts) files.set(name, other.get(name) ?? Buffer.alloc(0));
    });
    for (const name of names.filter((each) => each.startsWith('documents/')))
      expect(all).toContainEqual(expect.stringContaining(`“${name}” was added to the archive`));
  });

  it('fails for a reader who trusts another authority, either way, and names what comes from a stranger', async () => {
    const other = await createTestApp();
    try {
      await other.timestamps.appoint({ from: year(-1), to: year(5) });
      const { zip: foreign, files } = await (await Exporter.make(other)).files();
      const othersTrust = await certificatesOf(other);
      const judged: Array<[TestFile, Buffer, Map<string, Buffer>]> = [
        [othersTrust, zip, archived],
        [trusted, foreign, files],
      ];
      for (const [given, archive, its] of judged) {
        const failures = await failuresOf([given, fileOf('perenne.zip', archive)], { now: test.clock.now() });
        const [proof = ''] = [...its.keys()].filter((each) => each.startsWith('preuves/'));
        for (const name of ['META-INF/signatures.xml', 'META-INF/timestamp.tst', proof])
          expect(failures).toContainEqual(
            expect.stringContaining(`“${name}” comes from an authority other than those that you gave`),
          );
      }
      const own = [othersTrust, fileOf('perenne.zip', foreign)];
      expect(await failuresOf(own, { now: test.clock.now() })).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('fails in nothing thirty years later: what has ended is left open', async () => {
    const said = await sayAll([trusted, fileOf('perenne.zip', zip)], { now: year(30) });
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([
      expect.stringMatching(/^open: .* timestamp of “META-INF\/ASiCManifest.xml” expired on/),
      expect.stringMatching(/^open: .* timestamp of “META-INF\/signatures.xml” expired on/),
      expect.stringMatching(/^open: The certificates behind the timestamps of 1.checkpoint have expired/),
    ]);
    expect(said.join('\n')).toMatch(/3.documents each have a proof that leads from its deposit to the log/);
  });

  it('confirms the journal, the proofs, the attestation and the checkpoints that the server gives', async () => {
    await exporter.add('Quittance');
    const later = await checkpoint();
    const [first, journal, certificates] = [
      await answerOf('evidence/checkpoints/1'),
      await answerOf('user/journal/export'),
      await answerOf('evidence/certificates'),
    ];
    const files = [
      fileOf('certificates.json', certificates),
      trusted,
      fileOf('perenne.zip', zip),
      fileOf('preuve.json', await answerOf(`documents/${documentId}/proof`)),
      fileOf('attestation.pdf', (await exporter.call('GET', `documents/${documentId}/attestation`)).rawPayload),
      fileOf('journal.json', journal),
      fileOf('checkpoint-1.json', first),
      fileOf('last.json', JSON.stringify(later, null, 2)),
      fileOf('checkpoints.json', await answerOf('evidence/checkpoints')),
      fileOf('consistency.json', await answerOf(`evidence/consistency?from=1&to=${later.n}`)),
      fileOf('日本.pdf', makePdf('日本 🙂')),
    ];
    expect(await notHolding(files)).toEqual([]);
    const said = (await say(files)).join('\n');
    expect(said).toContain('“preuve.json” confirms “journal.json” up to entry');
    expect(said).toContain(`checkpoint ${later.n} holds all records of checkpoint 1`);
    expect(said).toContain('“日本.pdf” is, to the byte, the document that “preuve.json” is about.');
  });
});

it('holds with the journals that a merge has brought', async () => {
  const [owner, giver] = [await Merger.make(test), await Merger.make(test)];
  await owner.add('Bail');
  await giver.add('Contrat');
  await owner.receive(giver.owner);
  const { zip: merged } = await new Exporter(test, owner.owner).files();
  expect(await notHolding([trusted, fileOf('perenne.zip', merged)])).toEqual([]);
  expect((await say([trusted, fileOf('perenne.zip', merged)])).join()).toContain('in 2 chapters');
});

describe('a proof of this server, half a century later', () => {
  it('holds by what renewed its timestamp, once SHA-256 has ended too', async () => {
    test.clock.set(year(12));
    await test.timestamps.appoint({ from: year(11), to: year(25.4) });
    await renewEvidence(test.platform);
    test.clock.set(year(25));
    await test.timestamps.appoint({ from: year(24), to: year(49.5), digest: 'SHA-512' });
    await retireDigest(test.platform, { algorithm: 'SHA-256', endsAt: year(25.5) });
    await renewEvidence(test.platform);
    await exporter.signIn();
    const all = await certificatesOf(test);
    const proof = await answerOf(`documents/${documentId}/proof`);
    test.clock.set(year(48));
    expect(await notHolding([all, fileOf('preuve.json', proof)])).toEqual([]);
    const said = (await sayAll([all, fileOf('preuve.json', proof)], { now: year(48) })).join('\n');
    expect(said).toMatch(/was renewed in time, 2.times/);
    expect(await sayAll([all, fileOf('preuve.json', proof)], { now: year(50) })).toContainEqual(
      expect.stringMatching(/^open: The certificates behind the timestamp of “preuve.json” expired/),
    );
  });

  it('is stamped by another digest from then on', async () => {
    test.clock.set(year(25.1));
    await exporter.signIn();
    await exporter.add('Bien plus tard');
    const later = await checkpoint();
    const files = [await certificatesOf(test), fileOf('last.json', JSON.stringify(later))];
    expect(await notHolding(files)).toEqual([expect.stringMatching(/^open: .* nothing .* what checkpoint \d follows/)]);
  });
});
