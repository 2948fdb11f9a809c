import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentProof } from '@perenne/contract/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { hasBouncyCastle } from '../../testing/servers/bouncy-castle.ts';
import { hasSchemas, hasXmlTools, hasZipTools, judge, schemas } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint, renewEvidence, stampCheckpoint } from './evidence.ts';
import { retireDigest } from './renewal/retire-digest.ts';

/** The commands of `docs/evidence.md`, taken out of the page and run as a reader does, on what the safe has made. */
const page = readFileSync(new URL('../../../../../docs/evidence.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(?:sh|python)\n(.*?)^```$/gms)].map(([, commands = '']) => commands);

/** Each block by words that no other one has. */
const words = {
  seal: 'key.pem -signature seal.der BYTES',
  timestamp: 'openssl ts -reply -in TOKEN.der',
  attestation: 'pdfdetach -saveall ATTESTATION.pdf',
  signedFile: "python3 - ATTESTATION.pdf <<'PYTHON'",
  archiveByTools: 'unzip -t perenne-AAAA-MM-JJ.zip',
  archiveByPython: "read('META-INF/ASiCManifest.xml')",
  record: '> tokens.sh',
  recordByBouncyCastle: 'JudgeRecords.java',
  functions: 'def check_chain(entries):',
  journal: "read('JOURNAL.json')",
  proof: "read('PROOF.json')",
  consistency: "read('CONSISTENCY.json')",
} as const;

function block(name: keyof typeof words): string {
  const [found, ...others] = blocks.filter((commands) => commands.includes(words[name]));
  if (found === undefined || others.length > 0) throw new Error(`not one block has the words: ${words[name]}`);
  return found;
}

const tools = ['python3', 'openssl', 'sha512sum'];
const hasTools = tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);
const hasPdfTools = ['qpdf', 'pdfsig', 'pdfdetach'].every((tool) => spawnSync(tool, ['-v']).error === undefined);
if (!hasTools) console.warn(`The commands of docs/evidence.md did not run: ${tools.join(', ')} are needed.`);

/** What the commands print. @throws where one of them fails */
const run = (name: keyof typeof words, cwd: string): Promise<string> => judge('sh', ['-ec', block(name)], { cwd });

it('names each block of commands of the page once', () => {
  const names = Object.keys(words) as Array<keyof typeof words>;
  expect(new Set(names.map(block))).toEqual(new Set(blocks));
  expect(names).toHaveLength(blocks.length);
});

describe.runIf(hasTools)('the commands of docs/evidence.md', { timeout: 60_000 }, () => {
  let test: TestApp;
  let owner: Exporter;
  let proof: DocumentProof;
  /** What a reader has, by the names that the page gives. */
  let given: Map<string, Buffer>;
  let archive: Map<string, Buffer>;
  let zip: Buffer;
  /** Another archive of the same safe, which no authority has stamped. */
  let unstamped: { files: Map<string, Buffer>; zip: Buffer };
  const year = (years: number) => new Date(test.clock.now().getTime() + years * 365.25 * 86_400_000);

  async function checkpoint(): Promise<void> {
    const made = await makeCheckpoint(test.platform);
    if (!made) throw new Error('nothing had changed');
    await stampCheckpoint(test.platform, made.n);
  }
  async function get(path: string): Promise<Buffer> {
    const answer = await owner.call('GET', path);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer.rawPayload;
  }

  beforeAll(async () => {
    test = await createTestApp();
    await test.timestamps.appoint({ from: year(-1), to: year(5) });
    owner = await Exporter.make(test, ['Quittance']);
    const id = await owner.add('L’été & <hiver> "100 %"', { content: makePdf('the document') });
    await checkpoint();
    await owner.add('Contrat');
    await checkpoint();
    const proofFile = await get(`documents/${id}/proof`);
    proof = JSON.parse(proofFile.toString());
    const certificates = await get('evidence/certificates');
    const { items } = JSON.parse(certificates.toString()) as { items: Array<{ certificate: string }> };
    given = new Map([
      ['evidence.py', Buffer.from(block('functions'))],
      ['PROOF.json', proofFile],
      ['DOCUMENT', makePdf('the document')],
      ['JOURNAL.json', await get('user/journal/export')],
      ['FIRST.json', await get('evidence/checkpoints/1')],
      ['SECOND.json', await get('evidence/checkpoints/2')],
      ['CONSISTENCY.json', await get('evidence/consistency?from=1&to=2')],
      ['ATTESTATION.pdf', await get(`documents/${id}/attestation`)],
      ['certificates.json', certificates],
      ['CERT.pem', Buffer.from(items[0]?.certificate ?? '')],
      ['ROOTS.pem', Buffer.from((await test.timestamps.roots()).map(String).join(''))],
    ]);
    ({ files: archive, zip } = await owner.files());
    unstamped = await owner.files({ timestamps: { ...test.platform.timestamps, enabled: false } });
  });
  afterAll(() => test.close());

  const journalOf = (content = given.get('JOURNAL.json')) =>
    JSON.parse(String(content)) as { chapters: Array<{ id: string; entries: DocumentProof['journal'] }> };

  it('check a journal, and stop at an entry that was changed', () =>
    inFolder(given, async (folder) => {
      const { chapters } = journalOf();
      const [chapter] = chapters;
      const head = chapter?.entries.at(-1);
      expect(await run('journal', folder)).toBe(`${chapter?.id} ${head?.seq} entries, head ${head?.hash}\n`);
      const changed = journalOf();
      Object.assign(changed.chapters[0]?.entries[1] ?? {}, { action: 'document.read' });
      await writeFile(join(folder, 'JOURNAL.json'), JSON.stringify(changed));
      await expect(run('journal', folder)).rejects.toThrow('AssertionError: what it says');
    }));

  it('check a proof, its timestamp and its seal, and stop at another root', () =>
    inFolder(given, async (folder) => {
      const { document, checkpoint: its } = proof;
      const printed = await run('proof', folder);
      expect(printed).toMatch(new RegExp(`^${document.sha256}  DOCUMENT\\n${document.sha512}  DOCUMENT\\n`));
      expect(printed).toContain(`sha256 ${document.sha256} is of the document, and in the checkpoint ${its.n}\n`);
      expect(printed).toContain('Verification: OK');
      expect(await run('timestamp', folder)).toMatch(/Verification: OK[^]*Policy OID: 2\.999\.3161\.1/);
      expect(await run('seal', folder)).toMatch(new RegExp(`^${its.seal.kid}\\nVerified OK\\n`));
      const other = { ...proof, checkpoint: { ...its, root: '0'.repeat(64) } };
      await writeFile(join(folder, 'PROOF.json'), JSON.stringify(other));
      await expect(run('proof', folder)).rejects.toThrow('AssertionError');
    }));

  it('check that the log only grew', () =>
    inFolder(given, async (folder) => {
      expect(await run('consistency', folder)).toBe('checkpoint 2 holds checkpoint 1\n');
    }));

  it('check the signature of an attestation and its timestamp', () =>
    inFolder(given, async (folder) => {
      const printed = await run('signedFile', folder);
      expect(printed).toContain('CMS Verification successful');
      expect(printed).toContain('Verification: OK');
    }));

  it.runIf(hasPdfTools)('check an attestation by readers of PDF, and the seal of its facts', () =>
    inFolder(given, async (folder) => {
      const printed = await run('attestation', folder);
      expect(printed).toContain('Signature is Valid');
      expect(printed).toContain('Total document signed');
      expect(printed).toContain('Certificate issuer is unknown.');
      expect(printed).toContain(`${proof.document.sha256}  DOCUMENT\n`);
      expect(printed).toMatch(/^True$/m);
      await judge('sh', ['-ec', 'cp attestation.json BYTES; cp attestation.sig.txt SEAL.txt'], { cwd: folder });
      expect(await run('seal', folder)).toContain('Verified OK\n');
    }),
  );

  const unpackedBesideRoots = (files = archive) =>
    new Map([
      ...[...files].map(([name, content]) => [`archive/${name}`, content] as const),
      ['TSA-CA.pem', given.get('ROOTS.pem') ?? Buffer.alloc(0)],
    ]);

  it('check an archive by Python and OpenSSL, and stop at a file that was added', () =>
    inFolder(unpackedBesideRoots(), async (folder) => {
      const unpacked = join(folder, 'archive');
      const printed = await run('archiveByPython', unpacked);
      expect(printed).toMatch(/^\d+ files are as they were listed, \d+ as they were signed\n/);
      expect(printed.match(/Verification: OK/g)).toHaveLength(2);
      expect(await run('seal', join(folder, 'checked'))).toContain('Verified OK\n');
      await expect(run('archiveByPython', unpacked)).rejects.toThrow(
        "FileExistsError: [Errno 17] File exists: '../che",
      );
      await writeFile(join(unpacked, 'documents', 'more.pdf'), '');
      await expect(run('archiveByPython', unpacked)).rejects.toThrow("{'documents/more.pdf'}");
    }));

  it('check an archive without a timestamp by Python and OpenSSL, and stop where one was removed', async () => {
    await inFolder(unpackedBesideRoots(unstamped.files), async (folder) => {
      const printed = await run('archiveByPython', join(folder, 'archive'));
      expect(printed).toMatch(/^\d+ files are as they were listed, \d+ as they were signed\n/);
      expect(printed).toContain('The archive was made without a timestamp.');
      expect(printed).toContain('Its signature was made without a timestamp.');
      expect(await run('seal', join(folder, 'checked'))).toContain('Verified OK\n');
    });
    await inFolder(unpackedBesideRoots(), async (folder) => {
      await rm(join(folder, 'archive', 'META-INF', 'timestamp.tst'));
      await expect(run('archiveByPython', join(folder, 'archive'))).rejects.toThrow('the list and the timestamp');
    });
  });

  const zipped = (content: Buffer) =>
    new Map([
      ['perenne-AAAA-MM-JJ.zip', content],
      ['SEAL-CA.pem', given.get('CERT.pem') ?? Buffer.alloc(0)],
      ['TSA-CA.pem', given.get('ROOTS.pem') ?? Buffer.alloc(0)],
    ]);

  const needsSchemas = (command: string) => command.includes('xmllint');

  it.runIf(hasXmlTools && hasZipTools)('check an archive by xmlsec1 and OpenSSL, stamped or not', async () => {
    const commands = block('archiveByTools').split('\n');
    expect(commands.filter(needsSchemas)).toHaveLength(1);
    const others = commands.filter((command) => !needsSchemas(command)).join('\n');
    const verdicts = [
      [zip, 'Verification: OK'],
      [unstamped.zip, 'The archive was made without a timestamp.'],
    ] as const;
    for (const [content, verdict] of verdicts)
      await inFolder(zipped(content), async (folder) => {
        const printed = await judge('sh', ['-ec', others], { cwd: folder });
        for (const each of ['No errors detected', verdict]) expect(printed).toContain(each);
        expect(printed).toMatch(/^(Verification status: )?OK$/m);
      });
  });

  it.runIf(hasXmlTools && hasZipTools && hasSchemas)('check the manifest of an archive too, by xmllint', () =>
    inFolder(zipped(zip), async (folder) => {
      await symlink(schemas, join(folder, 'fntc-ta'));
      expect(await run('archiveByTools', folder)).toContain('manifest-fnta.xml validates');
    }),
  );

  it.runIf(hasXmlTools)('have their like in LISEZMOI.html, and these work as it prints them', () => {
    const source = String(archive.get('LISEZMOI.html'));
    const printed = [...source.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, commands = '']) => textOf(commands));
    expect(printed).toHaveLength(2);
    const beside = new Map([
      ...archive,
      ['ca.pem', given.get('CERT.pem') ?? Buffer.alloc(0)],
      ['tsa-ca.pem', given.get('ROOTS.pem') ?? Buffer.alloc(0)],
    ]);
    return inFolder(beside, async (cwd) => {
      for (const commands of printed) {
        const verdicts = await judge('sh', ['-ec', commands], { cwd });
        expect(verdicts).toMatch(/^(Verification status: )?OK$/m);
        expect(verdicts).toContain('Verification: OK');
      }
      await writeFile(join(cwd, 'META-INF', 'ASiCManifest.xml'), 'another list');
      await expect(judge('sh', ['-ec', printed[0] ?? ''], { cwd })).rejects.toThrow('message imprint mismatch');
    });
  });

  const recordFiles = async () => {
    const found = await test.app.inject('/backend/api/v1/evidence/checkpoints/1');
    return new Map([
      ['evidence.py', Buffer.from(block('functions'))],
      ['CHECKPOINT.json', found.rawPayload],
      ['ROOTS.pem', Buffer.from((await test.timestamps.roots()).map(String).join(''))],
    ]);
  };

  it('say of a checkpoint without a record that there is none', async () => {
    await inFolder(await recordFiles(), async (folder) => {
      for (const name of ['record', 'recordByBouncyCastle'] as const)
        await expect(run(name, folder)).rejects.toThrow('This checkpoint was not renewed');
    });
  });

  it('check a record of renewed timestamps', async () => {
    test.clock.set(year(4.5));
    await test.timestamps.appoint({ from: year(-1), to: year(22) });
    expect(await renewEvidence(test.platform)).toMatchObject({ failures: new Map() });
    await inFolder(await recordFiles(), async (folder) => {
      const printed = await run('record', folder);
      expect(printed).toMatch(/timestamp 1, sha256, of \d{14}\n[^]*timestamp 2, sha256, of \d{14}\n/);
      expect(printed.match(/Verification: OK/g)).toHaveLength(2);
      expect(printed.match(/notAfter=/g)).toHaveLength(2);
    });
  });

  describe('on a record of two digests', () => {
    let files: Map<string, Buffer>;
    beforeAll(async () => {
      test.clock.set(new Date('2051-09-01T00:00:00Z'));
      await test.timestamps.appoint({ from: year(-1), to: year(40), digest: 'SHA-512' });
      // The day that the page gives to Bouncy Castle, too.
      await retireDigest(test.platform, { algorithm: 'SHA-256', endsAt: new Date('2052-05-25T00:00:00Z') });
      await renewEvidence(test.platform);
      files = await recordFiles();
    });

    it('follow it into a chain of another digest, and stop at other data', () =>
      inFolder(files, async (folder) => {
        const printed = await run('record', folder);
        expect(printed).toMatch(/timestamp 2, sha256, of \d{14}\n[^]*timestamp 3, sha512, of 2051\d{10}\n/);
        expect(printed.match(/Verification: OK/g)).toHaveLength(3);
        const checkpoint = JSON.parse(String(files.get('CHECKPOINT.json'))) as DocumentProof['checkpoint'];
        await writeFile(join(folder, 'CHECKPOINT.json'), JSON.stringify({ ...checkpoint, size: 7 }));
        await expect(run('record', folder)).rejects.toThrow('the first list does not hold the leaf');
      }));

    it.runIf(hasBouncyCastle)('have Bouncy Castle say that it holds half a century later', () =>
      inFolder(files, async (folder) => {
        // The commands run at the root of the sources, where this leaves nothing.
        await symlink(fileURLToPath(new URL('../../../../../apps', import.meta.url)), join(folder, 'apps'));
        const { at } = proof.checkpoint;
        expect(await run('recordByBouncyCastle', folder)).toMatch(
          new RegExp(`^holds since ${at.slice(0, 10)}T\\S+ by 3 timestamps\n$`),
        );
      }),
    );
  });
});

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** The text of HTML without tags. */
const textOf = (html: string): string =>
  html.replace(/&(?:#39|(\w+));/g, (_whole, name?: string) => (name === undefined ? "'" : (entities[name] ?? '')));
