import type { DocumentProof } from '@perenne/contract/evidence';
import { describe, expect, it } from 'vitest';
import { documentName, makeFiles, seal as sealAgain, zipOf, type Files } from '../../testing/archive.ts';
import { issue, pemOf } from '../../testing/authority.ts';
import { makeCheckpoint } from '../../testing/journal.ts';
import { checkAll, failuresOf, sayAll } from '../../testing/say.ts';
import { textOf, utf8, type Bytes } from '../bytes.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const by = {
  seal: await issue({ name: 'Sceau', use: 'seal', issuer: root }),
  timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: root }),
};
const files = await makeFiles(by);
const asFile = (content: Bytes) => ({ name: 'perenne.zip', content });
const proofName = Object.keys(files).find((name) => name.startsWith('preuves/')) ?? '';

/** Returns the checks that fail once the files were changed. */
async function failuresAfter(change: (files: Files) => void | Promise<void>): Promise<string[]> {
  const changed = { ...files };
  await change(changed);
  return failuresOf([asFile(zipOf(changed))]);
}

const flip = (bytes: Bytes, at: number): Bytes => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

describe('an archive', () => {
  it('holds, but for the document that was damaged in the safe', async () => {
    const said = await sayAll([asFile(zipOf(files))]);
    expect(said.filter((each) => !each.startsWith('open')).map((each) => each.replaceAll('\u00A0', ' '))).toEqual([
      expect.stringMatching(/^holds: 11 files have the digest/),
      expect.stringMatching(
        /^holds: The signature “META-INF\/signatures.xml” is right and covers 9 files. Signer: Sceau/,
      ),
      expect.stringMatching(/^holds: “META-INF\/manifest-fnta.xml” describes 2 documents, which are all there/),
      expect.stringMatching(/^holds: “META-INF\/ASiCManifest.xml” is timestamped on 20 November 2026/),
      expect.stringMatching(/^holds: “META-INF\/signatures.xml” is timestamped/),
      expect.stringMatching(/^holds: “journal\/journal.json”: 3 entries follow one another/),
      expect.stringMatching(/^holds: 2 documents each have a proof/),
      expect.stringMatching(/^holds: 1 checkpoint of the log is sealed/),
      expect.stringMatching(/^holds: 1 checkpoint of the log is timestamped/),
    ]);
    expect(said.filter((each) => each.startsWith('open'))).toEqual([
      expect.stringMatching(/Document damaged is not in the archive: .*\(SHA-256 (ab){32}\)/),
    ]);
  });

  it('says on whose word it relies', async () => {
    const [report] = await checkAll([asFile(zipOf(files))]);
    expect(report?.witnesses).toEqual([
      expect.objectContaining({
        role: 'timestamp',
        subject: 'CN=Horodatage',
        issuer: 'CN=Autorité',
        confirmedBy: null,
      }),
      expect.objectContaining({ role: 'seal', subject: 'CN=Sceau', isSelfSigned: false, isDemonstration: false }),
    ]);
    expect(report?.witnesses[0]?.root?.subject).toBe('CN=Autorité');
    const reports = await checkAll([asFile(zipOf(files)), { name: 'confiance.pem', content: pemOf(root) }]);
    const beside = reports.find(({ kind }) => kind === 'archive');
    expect(beside?.witnesses.map(({ confirmedBy }) => confirmedBy)).toEqual(['Autorité', 'Autorité']);
  });

  it('fails under the certificate of a timestamp authority, which seals nothing', async () => {
    const forged = { ...files };
    await sealAgain(forged, { ...by, seal: by.timestamps });
    expect(await failuresOf([asFile(zipOf(forged))])).toContainEqual(
      expect.stringMatching(/certificate of “META-INF\/signatures.xml” is not made for this use\..* Horodatage/),
    );
  });

  it('holds without a timestamp, and says so', async () => {
    const unstamped = { ...files };
    await sealAgain(unstamped, by, { isStamped: false });
    const said = await sayAll([asFile(zipOf(unstamped))]);
    expect(said.filter((each) => each.startsWith('fails'))).toEqual([]);
    expect(said.join()).toMatch(/“META-INF\/ASiCManifest.xml” is not timestamped/);
  });

  it('holds under a new seal, where the certificate of the one before comes along', async () => {
    const later = { ...by, seal: await issue({ name: 'Nouveau sceau', use: 'seal', issuer: root }) };
    const renewed = { ...files };
    await sealAgain(renewed, later);
    expect(await sayAll([asFile(zipOf(renewed))])).toContainEqual(
      expect.stringMatching(/^open: .* the certificate of key [0-9a-f]{16} is not here/),
    );
    await sealAgain(renewed, later, { earlier: [by.seal] });
    const said = await sayAll([asFile(zipOf(renewed))]);
    expect(said.filter((each) => !each.startsWith('holds'))).toEqual([expect.stringContaining('Document damaged')]);
  });

  it('fails for other authorities than those that the reader trusts', async () => {
    const stranger = await issue({ name: 'Autre', use: 'authority' });
    const given = { name: 'confiance.pem', content: pemOf(root) };
    const forged = await makeFiles({
      seal: await issue({ name: 'Sceau', use: 'seal', issuer: stranger }),
      timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: stranger }),
    });
    const failures = await failuresOf([given, asFile(zipOf(forged))]);
    for (const name of ['META-INF/signatures.xml', 'META-INF/timestamp.tst'])
      expect(failures).toContainEqual(
        expect.stringMatching(new RegExp(`“${name}” comes from an authority other .*Autre`)),
      );
    const [ownRoot, othersRoot] = [
      await issue({ name: 'Sceaux', use: 'authority' }),
      await issue({ name: 'Horodatages', use: 'authority' }),
    ];
    const twofold = await makeFiles({
      seal: await issue({ name: 'Sceau', use: 'seal', issuer: ownRoot }),
      timestamps: await issue({ name: 'Horodatage', use: 'timestamp', issuer: othersRoot }),
    });
    expect(await failuresOf([given, asFile(zipOf(twofold))])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/“META-INF\/signatures.xml” comes from an authority other .*Horodatages/),
        expect.stringMatching(/“META-INF\/signatures.xml” comes from an authority other .*Sceaux/),
      ]),
    );
    expect(await failuresOf([given, asFile(zipOf(files))])).toEqual([]);
  });
});

describe('a document beside an archive', () => {
  const beside = (content: Bytes) => [asFile(zipOf(files)), { name: 'bulletin.txt', content }];
  const content = files[documentName(0)] ?? utf8('');

  it('is recognised by the proofs of the archive, whatever its name, and no other is', async () => {
    const { name } = asFile(utf8(''));
    expect(await sayAll(beside(content))).toContain(
      `holds: “bulletin.txt” is, to the byte, the document that “${name}” is about.`,
    );
    expect(await failuresOf(beside(flip(content, 3)))).toEqual([expect.stringContaining('its content is another')]);
  });

  it('fails nothing where there is nothing to compare it with', async () => {
    expect(await sayAll([{ name: 'bulletin.txt', content }])).toEqual([
      expect.stringMatching(/^open: “bulletin.txt” is not an archive/),
    ]);
  });
});

describe('an archive that was tampered with', () => {
  it('counts the documents that are there among those that have a proof', async () => {
    const cut = { ...files };
    delete cut[documentName(0)];
    expect(await sayAll([asFile(zipOf(cut))])).toContainEqual(expect.stringMatching(/^holds: 1.document has a proof/));
  });

  it.each(Object.keys(files))('fails for a flipped byte in %s, and names it', async (name) => {
    const failures = await failuresAfter((each) => {
      const bytes = each[name] ?? new Uint8Array();
      each[name] = flip(bytes, Math.floor(bytes.length / 2));
    });
    expect(failures.filter((each) => each.includes(name))).not.toEqual([]);
  });

  it.each(Object.keys(files))('fails without %s, and names it', async (name) => {
    const failures = await failuresAfter((each) => {
      delete each[name];
    });
    expect(failures.filter((each) => each.includes(name))).not.toEqual([]);
  });

  it.each(['documents/ajout.txt', 'preuves/ajout.json', 'META-INF/ajout.xml', 'ajout.html'])(
    'fails for %s, which was added',
    async (name) => {
      const failures = await failuresAfter((each) => {
        each[name] = utf8('ajout');
      });
      expect(failures).toContainEqual(expect.stringContaining(`“${name}” was added to the archive`));
    },
  );

  it.each([true, false])('fails for a file in META-INF that the list names, stamped: %s', async (isStamped) => {
    const failures = await failuresAfter(async (each) => {
      each['META-INF/avenant.pdf'] = utf8('avenant');
      await sealAgain(each, by, { isStamped });
    });
    expect(failures).toEqual([expect.stringContaining('“META-INF/avenant.pdf” was added to the archive')]);
  });

  it('fails for an empty folder that was added', async () => {
    const failures = await failuresAfter((each) => {
      each['documents/Contrats révoqués/'] = utf8('');
    });
    expect(failures).toContainEqual(expect.stringContaining('“documents/Contrats révoqués/” was added to the archive'));
  });

  it('fails for a list that does not say which file it means', async () => {
    const failures = await failuresAfter((each) => {
      const list = textOf(each['META-INF/ASiCManifest.xml'] ?? utf8(''));
      each['META-INF/ASiCManifest.xml'] = utf8(
        list.replace('<asic:DataObjectReference URI=', '<asic:DataObjectReference TRI='),
      );
    });
    expect(failures).toContainEqual(
      expect.stringContaining('“META-INF/ASiCManifest.xml” does not read as it should (for an expert: URI)'),
    );
    expect(failures.filter((each) => each.includes('“”'))).toEqual([]);
  });

  it('says first of a changed list that the list was changed', async () => {
    const failures = await failuresAfter((each) => {
      const list = textOf(each['META-INF/ASiCManifest.xml'] ?? utf8(''));
      each['META-INF/ASiCManifest.xml'] = utf8(list.replaceAll(/(<ds:DigestValue[^>]*>)./g, '$1A'));
    });
    expect(failures[0]).toMatch(/ASiCManifest\.xml|timestamp\.tst/);
    expect(failures).toContainEqual(expect.stringContaining(`“${documentName(0)}” was changed`));
  });

  it('fails for two files that were exchanged', async () => {
    const failures = await failuresAfter((each) => {
      [each[documentName(0)], each[documentName(1)]] = [
        each[documentName(1)] ?? utf8(''),
        each[documentName(0)] ?? utf8(''),
      ];
    });
    for (const name of [documentName(0), documentName(1)])
      expect(failures).toContainEqual(expect.stringContaining(`“${name}” was changed`));
  });

  it('fails without a manifest, and for what is wrong with the proofs besides', async () => {
    const stranger = { ...by, timestamps: await issue({ name: 'Fini', use: 'timestamp', to: new Date('2026-06-01') }) };
    const others = await makeFiles(stranger);
    delete others['META-INF/manifest-fnta.xml'];
    const failures = await failuresOf([asFile(zipOf(others))]);
    expect(failures).toContainEqual(expect.stringContaining('“META-INF/manifest-fnta.xml” is missing'));
    expect(failures).toContainEqual(expect.stringMatching(/The certificate of “preuves\/.*” was not valid .*Fini/));
  });

  it('fails for the signature or the timestamp of another archive', async () => {
    const other = await makeFiles(by, ['Autre']);
    for (const name of ['META-INF/signatures.xml', 'META-INF/timestamp.tst']) {
      const failures = await failuresAfter((each) => {
        each[name] = other[name] ?? utf8('');
      });
      expect(failures.filter((each) => each.includes(name))).not.toEqual([]);
    }
  });
});

/** A person with a key of their own can make signature and list anew: the journal and the log show it. */
describe('an archive that somebody signed again', () => {
  const signedAgain = (change: (files: Files) => void | Promise<void>) =>
    failuresAfter(async (each) => {
      await change(each);
      await sealAgain(each, by);
    });
  const changeProof = (change: (proof: DocumentProof) => void | Promise<void>) => async (each: Files) => {
    const proof = JSON.parse(textOf(each[proofName] ?? utf8(''))) as DocumentProof;
    await change(proof);
    each[proofName] = utf8(JSON.stringify(proof));
  };

  it('fails for a changed document', async () => {
    const failures = await signedAgain((each) => {
      each[documentName(0)] = utf8('Bulletin de paye');
    });
    expect(failures).toContainEqual(expect.stringContaining(`“${documentName(0)}” was changed`));
    expect(failures).toContainEqual(expect.stringMatching(/“preuves\/.*” is the proof of a content other/));
  });

  it('fails for a changed entry of the journal', async () => {
    const failures = await signedAgain((each) => {
      const text = textOf(each['journal/journal.json'] ?? utf8(''));
      each['journal/journal.json'] = utf8(text.replace('Bulletin de paie', 'Contrat de travail'));
    });
    expect(failures).toEqual([expect.stringMatching(/“journal\/journal.json”: the details of entry 2 were changed/)]);
  });

  it('fails for a journal that was made anew', async () => {
    const other = await makeFiles(by);
    const failures = await signedAgain((each) => {
      each['journal/journal.json'] = other['journal/journal.json'] ?? utf8('');
    });
    expect(failures).toContainEqual(expect.stringMatching(/“preuves\/.*” cites an entry 2 that is not the one/));
  });

  it('fails for a changed checkpoint, and for one of another', async () => {
    const moved = await signedAgain(changeProof((proof) => void (proof.checkpoint.at = '2020-01-01T00:00:00.000Z')));
    expect(moved).toContainEqual(expect.stringContaining(`The signature of “${proofName}” is wrong`));
    const exchanged = await signedAgain(
      changeProof(async (proof) => void (proof.checkpoint = (await makeCheckpoint('ab'.repeat(32), by)).checkpoint)),
    );
    expect(exchanged).toContainEqual(
      expect.stringContaining(`“${proofName}”: the journal is not recorded in checkpoint 4`),
    );
  });
});

describe('the container of an archive', () => {
  const archive = zipOf(files);

  it('fails where its end is missing', async () => {
    expect(await failuresOf([asFile(archive.slice(0, -30))])).toEqual([
      expect.stringContaining('is not a whole archive'),
    ]);
  });

  it('fails for bytes before the first file, and after the last', async () => {
    const end = await failuresOf([asFile(new Uint8Array([...archive, 0]))]);
    expect(end).toEqual([expect.stringContaining('is not a whole archive')]);
  });

  it('fails for a name that stands twice', async () => {
    const text = Buffer.from(archive).toString('latin1');
    const [first, second] = [documentName(0), documentName(1)].map((name) => Buffer.from(name).toString('latin1'));
    const twice = Buffer.from(text.replaceAll(second ?? '', first ?? ''), 'latin1');
    expect(await failuresOf([asFile(new Uint8Array(twice))])).toEqual([
      expect.stringContaining(`two files named “${documentName(0)}”`),
    ]);
  });

  /** The archive with its end record changed, and with `before` put in front of that record. */
  const ended = (change: (end: DataView) => void, before: Bytes = utf8('')): Bytes => {
    const end = archive.slice(-22);
    change(new DataView(end.buffer));
    return new Uint8Array([...archive.subarray(0, -22), ...before, ...end]);
  };
  const entryAt = (name: string): number => Buffer.from(archive).lastIndexOf(Buffer.from(name)) - 46;
  const directoryOf = (name: string): Bytes => archive.slice(entryAt(name), entryAt(name) + 46 + name.length);
  const withByte = (at: number, value: number): Bytes => {
    const changed = archive.slice();
    changed[at] = value;
    return changed;
  };

  const tricks: Array<[string, () => Bytes, RegExp]> = [
    ['bytes between the directory and the end', () => ended(() => {}, utf8('hidden')), /not a whole archive/],
    [
      'an entry that the directory does not count',
      () => {
        const more = directoryOf('LISEZMOI.html');
        return ended((end) => end.setUint32(12, end.getUint32(12, true) + more.length, true), more);
      },
      /not a whole archive/,
    ],
    ['a comment', () => new Uint8Array([...ended((end) => end.setUint16(20, 4, true)), 1, 2, 3, 4]), /not a whole/],
    ['a directory of another disk', () => ended((end) => end.setUint16(4, 1, true)), /not a whole archive/],
    ['a number of entries that differs', () => ended((end) => end.setUint16(8, 1, true)), /not a whole archive/],
    ['an end of ZIP64 that is not there', () => ended((end) => end.setUint16(10, 0xffff, true)), /not a whole archive/],
    [
      'another size in front of a file',
      () => withByte(Buffer.from(archive).indexOf('LISEZMOI.html') - 30 + 18, 1),
      /beside “LISEZMOI.html” that belong to no file/,
    ],
    [
      'other flags in front of a file',
      () => withByte(Buffer.from(archive).indexOf('LISEZMOI.html') - 30 + 7, 8),
      /“LISEZMOI.html” cannot be read/,
    ],
    [
      'another date in front of a file',
      () => withByte(Buffer.from(archive).indexOf('LISEZMOI.html') - 30 + 12, 1),
      /“LISEZMOI.html” cannot be read/,
    ],
    [
      'a file that is a symbolic link',
      () => withByte(entryAt('LISEZMOI.html') + 41, 0xa1),
      /“LISEZMOI.html” cannot be read/,
    ],
  ];
  it.each(tricks)('fails for %s', async (_what, make, sentence) => {
    expect((await failuresOf([asFile(make())])).join('\n')).toMatch(sentence);
  });

  it('fails where a file has another name at its place than in the directory', async () => {
    const text = Buffer.from(archive).toString('latin1');
    const renamed = Buffer.from(text.replace('LISEZMOI.html', 'LISEZMOI.htmm'), 'latin1');
    expect(await failuresOf([asFile(new Uint8Array(renamed))])).toContainEqual(
      expect.stringContaining('“LISEZMOI.html” cannot be read in the archive'),
    );
  });
});
