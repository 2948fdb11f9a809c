import { createHash } from 'node:crypto';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { block, hasTools, run, runAll, stopped } from '../../testing/servers/by-hand.ts';
import { hasSchemas, hasXmlTools, hasZipTools, judge, schemas } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe.runIf(hasTools)('the commands of docs/evidence.md', () => {
  let test: TestApp;
  /** One document of the archive. */
  let id: string;
  let archive: Map<string, Buffer>;
  let zip: Buffer;
  /** Another archive of the same safe, which no authority has stamped. */
  let unstamped: { files: Map<string, Buffer>; zip: Buffer };
  let certificates: Buffer;
  let seal: Buffer;
  let roots: Buffer;

  beforeAll(async () => {
    test = await createTestApp();
    const owner = await Exporter.make(test, ['Quittance', 'Contrat']);
    id = await owner.add('L’été & <hiver> "100 %"', { content: makePdf('the document') });
    ({ files: archive, zip } = await owner.files());
    unstamped = await owner.files({ timestamps: { ...test.platform.timestamps, enabled: false } });
    certificates = (await owner.call('GET', 'evidence/certificates')).rawPayload;
    seal = Buffer.from((await test.platform.seals.current()).certificate);
    roots = Buffer.from((await test.timestamps.roots()).map(String).join(''));
  });
  afterAll(() => test.close());

  const unpackedBesideRoots = (files = archive) =>
    new Map([
      ...[...files].map(([name, content]) => [`archive/${name}`, content] as const),
      ['TSA-CA.pem', roots],
      ['certificates.json', certificates],
    ]);

  it('check an archive by Python and OpenSSL, and stop at a file that was added', () =>
    inFolder(unpackedBesideRoots(), async (folder) => {
      const unpacked = join(folder, 'archive');
      const printed = await run('archiveByPython', unpacked);
      expect(printed).toMatch(
        /^\d+ files are as they were listed, \d+ as they were signed, 3 documents are those of their proofs\n/,
      );
      expect(printed.match(/Verification: OK/g)).toHaveLength(2);
      expect(await run('seal', join(folder, 'checked'))).toContain('Verified OK\n');
      const again = "FileExistsError: [Errno 17] File exists: '../che";
      await expect(run('archiveByPython', unpacked)).rejects.toMatchObject(stopped(again));
      await writeFile(join(unpacked, 'documents', 'more.pdf'), '');
      await expect(run('archiveByPython', unpacked)).rejects.toMatchObject(stopped("{'documents/more.pdf'}"));
    }));

  it('check the documents of an archive by their proofs, and stop at a proof of another', async () => {
    const name = `preuves/${id}.json`;
    const [other] = [...archive].filter(([each]) => each.startsWith('preuves/') && each !== name);
    const changed = new Map(archive).set(name, other?.[1] ?? Buffer.alloc(0));
    // Somebody who writes the lists anew, the signature's first, gets to the proofs.
    const altered = [name];
    for (const list of ['META-INF/signatures.xml', 'META-INF/ASiCManifest.xml']) {
      const relisted = altered.reduce(
        (text, each) => text.replaceAll(digestOf(archive.get(each)), digestOf(changed.get(each))),
        String(archive.get(list)),
      );
      changed.set(list, Buffer.from(relisted));
      altered.push(list);
    }
    await inFolder(unpackedBesideRoots(changed), async (folder) => {
      const error = 'is not the one of its proof';
      await expect(run('archiveByPython', join(folder, 'archive'))).rejects.toMatchObject(stopped(error));
    });
  });

  /** The same archive, with another signature, in a list that somebody wrote for it. */
  const withSignature = (change: (signatures: string) => string) => {
    const [list, signatures] = ['META-INF/ASiCManifest.xml', 'META-INF/signatures.xml'];
    const changed = Buffer.from(change(String(archive.get(signatures))));
    const relisted = String(archive.get(list)).replaceAll(digestOf(archive.get(signatures)), digestOf(changed));
    return new Map(archive).set(signatures, changed).set(list, Buffer.from(relisted));
  };
  const more = 'documents/more.pdf';
  const reference = `<ds:Reference URI="${more}"><ds:DigestValue>${digestOf(makePdf('more'))}</ds:DigestValue></ds:Reference>`;

  it.each([
    [
      'names a file beside what it signs',
      (text: string) => text.replace('</ds:SignatureValue>', `</ds:SignatureValue>${reference}`),
      'AssertionError: the seal does not cover the files of the list',
    ],
    [
      'stands in a comment',
      (text: string) => text.replace('<ds:Signature ', '<!--').replace('</ds:Signature>', '-->'),
      'AssertionError: the signature has a comment',
    ],
    [
      'stands twice',
      (text: string) => text.replace('</ds:Signature>', '</ds:Signature><ds:SignedInfo></ds:SignedInfo>'),
      'or stands twice',
    ],
  ])('stop at an archive whose signature %s', (_how, change, error) => {
    const forged = withSignature(change).set(more, makePdf('more'));
    const list = String(forged.get('META-INF/ASiCManifest.xml'));
    const entry = `<asic:DataObjectReference URI="${more}"><ds:DigestValue>${digestOf(makePdf('more'))}</ds:DigestValue></asic:DataObjectReference>`;
    forged.set('META-INF/ASiCManifest.xml', Buffer.from(list.replace('</asic:ASiCManifest>', `${entry}$&`)));
    return inFolder(unpackedBesideRoots(forged), async (folder) => {
      await expect(run('archiveByPython', join(folder, 'archive'))).rejects.toMatchObject(stopped(error));
    });
  });

  it('stop at another file in META-INF, and at a certificate that the service does not know', () =>
    inFolder(unpackedBesideRoots(), async (folder) => {
      const unpacked = join(folder, 'archive');
      await writeFile(join(folder, 'certificates.json'), '{"items":[]}');
      const unknown = 'AssertionError: certificates.json does not have the certificate of the signature';
      await expect(run('archiveByPython', unpacked)).rejects.toMatchObject(stopped(unknown));
      await writeFile(join(unpacked, 'META-INF', 'extra.xml'), '');
      const another = 'AssertionError: META-INF has another file';
      await expect(run('archiveByPython', unpacked)).rejects.toMatchObject(stopped(another));
    }));

  it('check an archive without a timestamp by Python and OpenSSL, and stop where one was removed', async () => {
    await inFolder(unpackedBesideRoots(unstamped.files), async (folder) => {
      const printed = await run('archiveByPython', join(folder, 'archive'));
      expect(printed).toMatch(
        /^\d+ files are as they were listed, \d+ as they were signed, 3 documents are those of their proofs\n/,
      );
      expect(printed).toContain('The archive was made without a timestamp.');
      expect(printed).toContain('Its signature was made without a timestamp.');
      expect(await run('seal', join(folder, 'checked'))).toContain('Verified OK\n');
    });
    await inFolder(unpackedBesideRoots(), async (folder) => {
      await rm(join(folder, 'archive', 'META-INF', 'timestamp.tst'));
      await expect(run('archiveByPython', join(folder, 'archive'))).rejects.toMatchObject(
        stopped('AssertionError: the list and the timestamp'),
      );
    });
  });

  const zipped = (content: Buffer) =>
    new Map([
      ['perenne-AAAA-MM-JJ.zip', content],
      ['SEAL-CA.pem', seal],
      ['TSA-CA.pem', roots],
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
        const printed = await runAll(others, folder);
        for (const each of ['No errors detected', verdict]) expect(printed).toContain(each);
        expect(printed).toMatch(/^(Verification status: )?OK$/m);
        await expect(runAll(others, folder)).rejects.toMatchObject({ stderr: expect.stringContaining('File exists') });
      });
    const bareKey = withSignature((text) => text.replace(/<ds:X509Data>.*<\/ds:X509Data>/s, keyValue));
    await inFolder(zipped(zip), async (folder) => {
      await runAll(others, folder);
      const unpacked = join(folder, 'archive');
      await writeFile(join(unpacked, 'META-INF/signatures.xml'), bareKey.get('META-INF/signatures.xml') ?? '');
      const [command = ''] = others.match(/^xmlsec1 .*(?= &&$)/m) ?? [];
      await expect(runAll(command, unpacked)).rejects.toMatchObject({
        stderr: expect.stringContaining('key is not found'),
      });
    });
  });

  const changedZips = [
    ['a name that stands twice', "archive.writestr('mimetype', 'another')", 'a name stands in it twice'],
    [
      'a folder',
      "archive.writestr('documents/Licenciement/', '')",
      'documents/Licenciement/ is not a file that is stored',
    ],
    ['a comment', "archive.comment = b'x'", 'there is more behind the files'],
    ['a file that the directory does not count', 'archive.filelist.pop()', 'there is more behind the files'],
    [
      'bytes in front',
      "archive.close(); whole = open(name, 'rb').read(); open(name, 'wb').write(b'x' + whole)",
      'there is more in front of mimetype',
    ],
  ] as const;

  it.runIf(hasZipTools).each(changedZips)('stop at an archive with %s, before it is unpacked', (_what, change, error) =>
    inFolder(zipped(zip), async (folder) => {
      const opened = `import zipfile; name = 'perenne-AAAA-MM-JJ.zip'; archive = zipfile.ZipFile(name, 'a'); archive._didModify = True`;
      await judge('python3', ['-W', 'ignore', '-c', `${opened}; ${change}; archive.close()`], { cwd: folder });
      await expect(run('archiveByTools', folder)).rejects.toMatchObject(stopped(error));
    }),
  );

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
    const beside = new Map([...archive, ['ca.pem', seal], ['tsa-ca.pem', roots]]);
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
});

/** A key of the forger's own, as a signature may give it in the place of a certificate. */
const keyValue =
  '<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>wwv5/1w=</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>';

const digestOf = (content: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(content).digest('base64');

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
/** The text of HTML without tags. */
const textOf = (html: string): string =>
  html.replace(/&(?:#39|(\w+));/g, (_whole, name?: string) => (name === undefined ? "'" : (entities[name] ?? '')));
