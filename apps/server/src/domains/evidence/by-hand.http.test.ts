import { spawnSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentProof } from '@perenne/contract/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { block, blocks, hasTools, run, runAll, stopped, words } from '../../testing/servers/by-hand.ts';
import { hasBouncyCastle } from '../../testing/servers/bouncy-castle.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeCheckpoint, renewEvidence, stampCheckpoint } from './evidence.ts';
import { retireDigest } from './renewal/retire-digest.ts';

const hasPdfTools = ['qpdf', 'pdfsig', 'pdfdetach'].every((tool) => spawnSync(tool, ['-v']).error === undefined);

it('names each block of commands of the page once', () => {
  const names = Object.keys(words) as Array<keyof typeof words>;
  expect(new Set(names.map(block))).toEqual(new Set(blocks));
  expect(names).toHaveLength(blocks.length);
});

describe.runIf(hasTools)('the commands of docs/evidence.md', () => {
  let test: TestApp;
  let owner: Exporter;
  let proof: DocumentProof;
  /** What a reader has, by the names that the page gives. */
  let given: Map<string, Buffer>;
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
      ['CHECKPOINT.json', await get('evidence/checkpoints/2')],
      ['CERT.pem', Buffer.from(items[0]?.certificate ?? '')],
      ['SEAL-CA.pem', Buffer.from(items[0]?.certificate ?? '')],
      ['ROOTS.pem', Buffer.from((await test.timestamps.roots()).map(String).join(''))],
    ]);
  });
  afterAll(() => test.close());

  const journalOf = (content = given.get('JOURNAL.json')) =>
    JSON.parse(String(content)) as { chapters: Array<{ id: string; entries: DocumentProof['journal'] }> };

  it('check a journal, and stop at what was changed, removed or renamed', () =>
    inFolder(given, async (folder) => {
      const { chapters } = journalOf();
      const [chapter] = chapters;
      const head = chapter?.entries.at(-1);
      expect(await run('journal', folder)).toBe(
        `${chapter?.id} ${head?.seq} entries, 0 without their details, head ${head?.hash}\n`,
      );
      const entryWith = (changes: object) => {
        const changed = journalOf();
        Object.assign(changed.chapters[0]?.entries[1] ?? {}, changes);
        return changed;
      };
      const write = (journal: object) => writeFile(join(folder, 'JOURNAL.json'), JSON.stringify(journal));
      const faults = [
        [entryWith({ action: 'document.read' }), 'AssertionError: what it says'],
        [entryWith({ details: undefined }), 'AssertionError: the details were removed'],
        [{ ...journalOf(), safeId: proof.document.id }, 'AssertionError: the safe is not that'],
      ] as const;
      for (const [changed, error] of faults) {
        await write(changed);
        await expect(run('journal', folder)).rejects.toMatchObject(stopped(error));
      }
      await writeFile(join(folder, 'JOURNAL.json'), String(given.get('JOURNAL.json')).replace('{', '{"safeId":"",'));
      await expect(run('journal', folder)).rejects.toMatchObject(stopped('AssertionError: a member is named twice'));
      await write(entryWith({ details: undefined, salt: undefined }));
      expect(await run('journal', folder)).toContain('1 without their details');
    }));

  it('check that a journal has the last entry of a proof, and stop at one that was cut short', () =>
    inFolder(given, async (folder) => {
      const last = proof.journal.at(-1)?.seq ?? 0;
      const { id, entries } = journalOf().chapters[0] ?? { id: '', entries: [] };
      expect(await run('journalEnd', folder)).toBe(
        `the chapter ${id} is confirmed up to its entry ${last} of ${entries.at(-1)?.seq}\n`,
      );
      const cut = journalOf();
      cut.chapters[0]?.entries.splice(last - 1);
      await writeFile(join(folder, 'JOURNAL.json'), JSON.stringify(cut));
      expect(await run('journal', folder)).toContain(` ${last - 1} entries`);
      const error = 'AssertionError: the journal does not have the last entry of the proof';
      await expect(run('journalEnd', folder)).rejects.toMatchObject(stopped(error));
    }));

  it('check a proof, its timestamp and its seal, and stop at another root or another document', () =>
    inFolder(given, async (folder) => {
      const { document, checkpoint: its } = proof;
      const printed = await run('proof', folder);
      expect(printed).toContain(`in the checkpoint ${its.n} by its sha256 ${document.sha256}\n`);
      expect(printed).toContain(`deposited on ${document.depositedAt} by the owner `);
      expect(printed).toContain('Verification: OK');
      expect(await run('timestamp', folder)).toMatch(/Verification: OK[^]*Policy OID: 2\.999\.3161\.1/);
      expect(await run('seal', folder)).toMatch(new RegExp(`^${its.seal.kid}\\nVerified OK\\n`));
      expect(await run('issuer', folder)).toBe('CERT.pem: OK\n');
      await writeFile(join(folder, 'BYTES'), 'other bytes');
      await expect(run('timestamp', folder)).rejects.toMatchObject(stopped('message imprint mismatch'));
      const other = { ...proof, checkpoint: { ...its, root: '0'.repeat(64) } };
      await writeFile(join(folder, 'PROOF.json'), JSON.stringify(other));
      await expect(run('proof', folder)).rejects.toMatchObject(stopped('AssertionError: the root'));
      await writeFile(join(folder, 'DOCUMENT'), makePdf('another document'));
      await expect(run('proof', folder)).rejects.toMatchObject(stopped('AssertionError: DOCUMENT has another sha256'));
      await expect(run('seal', folder)).rejects.toMatchObject(stopped('CERT.pem'));
    }));

  it('check a checkpoint alone, and stop at another size', () =>
    inFolder(given, async (folder) => {
      expect(await run('checkpoint', folder)).toContain('Verification: OK');
      expect(await run('seal', folder)).toContain('Verified OK\n');
      const checkpoint = JSON.parse(String(given.get('CHECKPOINT.json'))) as DocumentProof['checkpoint'];
      await writeFile(join(folder, 'CHECKPOINT.json'), JSON.stringify({ ...checkpoint, size: 7 }));
      await expect(run('checkpoint', folder)).rejects.toMatchObject(stopped('message imprint mismatch'));
      await writeFile(join(folder, 'CHECKPOINT.json'), '{}');
      await expect(run('checkpoint', folder)).rejects.toMatchObject(stopped('KeyError'));
    }));

  it('check that the log only grew', () =>
    inFolder(given, async (folder) => {
      expect(await run('consistency', folder)).toBe('checkpoint 2 holds checkpoint 1\n');
      await writeFile(join(folder, 'SECOND.json'), given.get('FIRST.json') ?? '');
      await expect(run('consistency', folder)).rejects.toMatchObject({
        stderr: expect.stringContaining('AssertionError: the second is not later than the first'),
      });
    }));

  it('check the signature of an attestation and its timestamp, and stop at what is not signed', () =>
    inFolder(given, async (folder) => {
      await rm(join(folder, 'CERT.pem'));
      const printed = await run('signedFile', folder);
      expect(printed).toContain('CMS Verification successful');
      expect(printed).toContain(`the certificate of the signature is that of ${proof.checkpoint.seal.kid}\n`);
      expect(printed).toContain('Verification: OK');
      const pdf = given.get('ATTESTATION.pdf') ?? Buffer.alloc(0);
      const padded = Buffer.from(pdf);
      padded.write('1', padded.indexOf('0>', padded.indexOf('/ByteRange')));
      await writeFile(join(folder, 'ATTESTATION.pdf'), padded);
      const behind = 'AssertionError: there is more behind the signature';
      await expect(run('signedFile', folder)).rejects.toMatchObject(stopped(behind));
      await writeFile(join(folder, 'ATTESTATION.pdf'), pdf);
      await writeFile(join(folder, 'certificates.json'), '{"items":[]}');
      await expect(run('signedFile', folder)).rejects.toMatchObject({
        stdout: expect.not.stringContaining('OK'),
        stderr: expect.stringContaining('certificates.json does not have the certificate'),
      });
    }));

  it.runIf(hasPdfTools)('check an attestation by readers of PDF, and the seal of its facts', () =>
    inFolder(given, async (folder) => {
      const printed = await run('attestation', folder);
      expect(printed).toContain('Signature is Valid');
      expect(printed).toContain('Total document signed');
      expect(printed).toContain('Certificate issuer is unknown.');
      expect(printed).toContain(`DOCUMENT is the one of the attestation: sha256 ${proof.document.sha256}\n`);
      expect(await run('seal', folder)).toContain('Verified OK\n');
      await writeFile(join(folder, 'DOCUMENT'), makePdf('another document'));
      await expect(run('attestation', folder)).rejects.toMatchObject({
        stderr: expect.stringContaining('AssertionError: DOCUMENT has another sha256'),
      });
      await expect(run('seal', folder)).rejects.toMatchObject(stopped('SEAL.txt'));
    }),
  );

  const recordFiles = async () => {
    const found = await test.app.inject('/backend/api/v1/evidence/checkpoints/1');
    return new Map([
      ['evidence.py', Buffer.from(block('functions'))],
      ['CHECKPOINT.json', found.rawPayload],
      ['ROOTS.pem', Buffer.from((await test.timestamps.roots()).map(String).join(''))],
    ]);
  };

  it('say of a checkpoint without a record that there is none', async () => {
    const notRenewed = 'This checkpoint was not renewed: check its timestamp alone.\n';
    await inFolder(await recordFiles(), async (folder) => {
      for (const name of ['record', 'recordByBouncyCastle'] as const)
        await expect(run(name, folder)).rejects.toMatchObject({ stdout: '', stderr: notRenewed });
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
      expect(printed.match(/Not After/g)?.length).toBeGreaterThanOrEqual(2);
    });
  });

  describe('on a record of two digests', () => {
    let files: Map<string, Buffer>;
    beforeAll(async () => {
      test.clock.set(new Date('2051-09-01T00:00:00Z'));
      await test.timestamps.appoint({ from: year(-1), to: year(40), digest: 'SHA-512' });
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
        await expect(run('record', folder)).rejects.toMatchObject(
          stopped('AssertionError: the first list does not hold the leaf'),
        );
      }));

    it.runIf(hasBouncyCastle)('have Bouncy Castle say that it holds half a century later', () =>
      inFolder(files, async (folder) => {
        // The commands run at the root of the sources, where this leaves nothing.
        await symlink(fileURLToPath(new URL('../../../../../apps', import.meta.url)), join(folder, 'apps'));
        const { at } = proof.checkpoint;
        const asked = block('recordByBouncyCastle').split('\n');
        expect(asked.shift()).toMatch(/^AT=\$\(date .*\) ENDS=none$/);
        const judgedAt = (time: string) =>
          runAll([`AT=${time} ENDS=SHA-256=2052-05-25T00:00:00Z`, ...asked].join('\n'), folder);
        expect(await judgedAt('2077-01-01T00:00:00Z')).toMatch(
          new RegExp(`^holds since ${at.slice(0, 10)}T\\S+ by 3 timestamps\n$`),
        );
        await expect(judgedAt('2099-01-01T00:00:00Z')).rejects.toMatchObject({
          stdout: expect.stringMatching(/^refused: /),
        });
      }),
    );
  });
});
