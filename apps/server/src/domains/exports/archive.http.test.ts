import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { journalExport, type DocumentProof } from '@perenne/contract/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfChain, faultsOfProof } from '../../testing/files/evidence-checks.ts';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { depositPayslip, sendByLink } from '../../testing/people/outside-deposits.ts';
import { makeOwner, makePdf } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { pictureSaying } from '../../testing/files/sample-files.ts';
import {
  hasSchemas,
  hasXmlTools,
  hasZipTools,
  judge,
  judgeManifest,
  judgeSignature,
} from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let files: Map<string, Buffer>;
let zip: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  const exporter = await Exporter.make(test, ['Bail', 'L’été & <hiver> "100 %" #1?', '日本 🙂']);
  ({ files, zip } = await exporter.files());
});
afterAll(() => test.close());

const text = (name: string): string => files.get(name)?.toString() ?? '';
const digestOf = (content: Buffer | undefined) =>
  createHash('sha256')
    .update(content ?? '')
    .digest('base64');
/** The file that a URI of the archive names, with the digest beside it. */
const listed = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element} [^>]*URI="([^"#]*)".*?<ds:DigestValue>([^<]*)<`, 'gs'))].map(
    ([, uri = '', digest = '']) => [decodeURIComponent(uri), digest],
  );
const withDigests = (names: readonly string[]) => names.map((name) => [name, digestOf(files.get(name))]);

describe('the archive', () => {
  it('begins as an ASiC-E and holds each part in its place', () => {
    expect(zip.toString('latin1', 30, 69)).toBe('mimetypeapplication/vnd.etsi.asic-e+zip');
    const names = [...files.keys()];
    expect(names.slice(0, 4)).toEqual([
      'mimetype',
      'documents/Autres/Bail.pdf',
      'documents/Autres/L’été & hiver 100 % #1.pdf',
      'documents/Autres/日本 🙂.pdf',
    ]);
    expect(names.filter((name) => !/^(documents|preuves)\//.test(name))).toEqual([
      'mimetype',
      'journal/journal.json',
      'journal/journal.html',
      'verifier.html',
      'LISEZMOI.html',
      'META-INF/manifest-fnta.xml',
      'META-INF/signatures.xml',
      'META-INF/ASiCManifest.xml',
      'META-INF/timestamp.tst',
    ]);
    expect(files.get('documents/Autres/Bail.pdf')).toEqual(makePdf('Bail'));
  });

  it('is read from its front too, by programs that wait for no directory: sizes and checksums come first', () => {
    const names: string[] = [];
    for (let at = 0; zip.readUInt32LE(at) === 0x0403_4b50;) {
      const head = zip.subarray(at, at + 30);
      const nameEnd = at + 30 + head.readUInt16LE(26);
      const [name, start] = [zip.toString('utf8', at + 30, nameEnd), nameEnd + head.readUInt16LE(28)];
      at = start + head.readUInt32LE(18);
      const hasDescriptor = (head.readUInt16LE(6) & 8) !== 0;
      expect([hasDescriptor, crc32(zip.subarray(start, at))], name).toEqual([false, head.readUInt32LE(14)]);
      names.push(name);
    }
    expect(names).toEqual([...files.keys()]);
  });

  it('lists every file but the list and its timestamp, with its digest', () => {
    const names = [...files.keys()].filter((name) => !/ASiCManifest|timestamp/.test(name));
    expect(listed(text('META-INF/ASiCManifest.xml'), 'asic:DataObjectReference')).toEqual(withDigests(names));
  });

  it('signs every file but mimetype and what else stands in META-INF', () => {
    const names = [...files.keys()].filter((name) => name !== 'mimetype' && !name.startsWith('META-INF/'));
    const signed = [...names, 'META-INF/manifest-fnta.xml'];
    expect(listed(text('META-INF/signatures.xml'), 'ds:Reference')).toEqual(withDigests(signed));
  });

  it('holds a proof of each document, which holds, and the journal up to it', async () => {
    const proofs = [...files].filter(([name]) => name.startsWith('preuves/'));
    expect(proofs).toHaveLength(3);
    for (const [name, content] of proofs) {
      const proof = JSON.parse(content.toString()) as DocumentProof;
      expect(name).toBe(`preuves/${proof.document.id}.json`);
      expect(faultsOfProof(proof)).toEqual([]);
      expect(proof.checkpoint.timestamp).not.toBeNull();
    }
    const journal = JSON.parse(text('journal/journal.json')) as {
      chapters: Array<{ entries: DocumentProof['journal'] }>;
    };
    const entries = journal.chapters[0]?.entries ?? [];
    expect(faultsOfChain(entries)).toEqual([]);
    expect(entries.at(-1)?.action).toBe('export.requested');
  });

  it('reads as pages: the journal, and what the archive is', () => {
    expect(text('journal/journal.html')).toContain('L’été &amp; &lt;hiver&gt; &quot;100 %&quot; #1?');
    expect(text('journal/journal.html')).toContain('Dépôt d’un document · <span lang="en">');
    const sections = text('LISEZMOI.html')
      .split(/(?=<section )/)
      .slice(1);
    for (const [index, [locale, title, count]] of [
      ['fr', 'Votre coffre, en entier', 'les 3\u00a0documents'],
      ['en', 'Your safe, in full', 'the 3 documents'],
    ].entries())
      for (const part of [`<section id="${locale}" lang="${locale}">`, `<h1>${title}</h1>`, `${count} `])
        expect(sections[index]).toContain(part);
    expect(sections).toHaveLength(2);
    for (const page of ['journal/journal.html', 'LISEZMOI.html']) {
      expect(text(page)).not.toMatch(/<script|src=|href="(?!#)|qualifi|certifi[ée]/i);
      expect(text(page).match(/<(h1|table|section)\b/g)?.length).toBe(
        text(page).match(/<\/(h1|table|section)>/g)?.length,
      );
    }
  });

  it.each(['journal/journal.html', 'LISEZMOI.html'])(
    '%s forbids all but its own style, before any other element',
    (page) => {
      const [, policy] =
        /^<!doctype html>\s*<html lang="fr">\s*<head>\s*<meta charset="utf-8"[ /]*>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
          text(page),
        ) ?? [];
      const [style, ...more] = [...text(page).matchAll(/<style>(.*?)<\/style>/gs)].map(([, inside = '']) => inside);
      const hash = digestOf(Buffer.from(style ?? ''));
      expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
      expect(more).toEqual([]);
    },
  );
});

describe('what others have put into the safe', () => {
  it('is named as where it is downloaded alone, and says who deposited it, or by which link it came', async () => {
    const exporter = new Exporter(test, await makeOwner(test));
    for (const name of ['Atelier Morvan', 'Banque Lorme']) await depositPayslip(test, exporter.owner, name);
    await sendByLink(test, exporter.owner, 'rib.pdf');
    const archive = (await exporter.files()).files;
    const names = [...archive.keys()].filter((name) => name.startsWith('documents/'));
    expect(names.map((name) => name.split('/').at(-1) ?? '').toSorted()).toEqual([
      '2026-10 Bulletin de paie – Atelier Morvan.pdf',
      '2026-10 Bulletin de paie – Banque Lorme.pdf',
      'rib.pdf',
    ]);
    const manifest = archive.get('META-INF/manifest-fnta.xml')?.toString() ?? '';
    const deposits = [...manifest.matchAll(/<Description xml:lang="fr">([^<]*)</g)].map(([, told = '']) => told);
    expect(deposits.toSorted()).toEqual([
      'Déposé par Atelier Morvan',
      'Déposé par Banque Lorme',
      'Déposé par le lien envoyé à marie@example.org (Justificatifs)',
    ]);
  });
});

describe('a document in the trash', () => {
  it('is not in the archive: no file, no entry in the manifest, no proof', async () => {
    const exporter = await Exporter.make(test, []);
    const [kept, trashed] = [await exporter.add('Bail'), await exporter.add('Brouillon')];
    const put = await exporter.post('documents/delete', { documents: [trashed], folders: [] });
    expect(put.statusCode).toBe(204);
    const archive = await exporter.files();
    expect([...archive.files.keys()].filter((name) => /^(documents|preuves)\//.test(name))).toEqual([
      'documents/Autres/Bail.pdf',
      `preuves/${kept}.json`,
    ]);
    const manifest = archive.files.get('META-INF/manifest-fnta.xml')?.toString();
    expect(manifest).toContain(`doc-${kept}`);
    for (const trace of [trashed, 'Brouillon']) expect(manifest).not.toContain(trace);
    expect(archive.ready).toMatchObject({ documentCount: 1, damaged: [] });
  });
});

describe('the format of a document', () => {
  it('is named in the manifest by PRONOM where it is known, else by its MIME type', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    await exporter.add('Photo', { fileName: 'photo.png', content: await pictureSaying('photo') });
    const manifest = String((await exporter.files()).files.get('META-INF/manifest-fnta.xml'));
    const formats = manifest.matchAll(/filename="([^"]*)".*?<Format>([^<]*)</gs);
    expect([...formats].map(([, name, format]) => [name, format])).toEqual([
      ['documents/Autres/Bail.pdf', 'fmt/18'],
      ['documents/Autres/Photo.png', 'image/png'],
    ]);
  });
});

describe('the journal of a safe that received another', () => {
  it('has a line in its page for each entry of its file, chapter by chapter', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    for (const { owner: person } of [owner, other]) await new Exporter(test, person).add(`Bail ${person.email}`);
    expect((await owner.merge(await owner.grant(other.owner))).statusCode).toBe(204);
    const archive = (await new Exporter(test, owner.owner).files()).files;
    const { chapters } = journalExport.parse(JSON.parse(String(archive.get('journal/journal.json'))));
    const [, ...parts] = String(archive.get('journal/journal.html')).split('<h2>');
    const lines = parts.map((part) => [...part.matchAll(/<td>(\d+)<\/td>.*?<td><code>([^<]*)<\/code><\/td>/gs)]);
    expect(lines.map((chapter) => chapter.map(([, seq, hash]) => [Number(seq), hash]))).toEqual(
      chapters.map(({ entries }) => entries.map(({ seq, hash }) => [seq, hash])),
    );
    expect(chapters).toHaveLength(2);
  });
});

describe.skipIf(!hasXmlTools || !hasZipTools)('other programs', () => {
  it('unpack it: unzip and zipinfo', async () => {
    await inFolder(new Map([['archive.zip', zip]]), async (cwd) => {
      expect(await judge('unzip', ['-t', 'archive.zip'], { cwd })).toContain('No errors detected');
      const [, first = ''] = (await judge('zipinfo', ['archive.zip'], { cwd })).split('\n').slice(1);
      expect(first).toMatch(/ stor .* mimetype$/);
    });
  });

  it('find the signature genuine, and not once a file is changed: xmlsec1', async () => {
    const { certificate } = await test.platform.seals.current();
    await inFolder(new Map([...files, ['ca.pem', Buffer.from(certificate)]]), async (cwd) => {
      expect(await judgeSignature(cwd)).toContain('OK');
      await writeFile(join(cwd, 'documents/Autres/日本 🙂.pdf'), 'other');
      await expect(judgeSignature(cwd)).rejects.toThrow('FAIL');
    });
  });

  it('find both timestamps genuine: openssl', async () => {
    const roots = await test.timestamps.roots();
    const value = /<ds:SignatureValue .*?<\/ds:SignatureValue>/.exec(text('META-INF/signatures.xml'))?.[0] ?? '';
    const token = /<xades:EncapsulatedTimeStamp>(.*?)</.exec(text('META-INF/signatures.xml'))?.[1] ?? '';
    const extra = new Map([
      ['tsa-ca.pem', Buffer.from(roots.map(String).join('\n'))],
      ['value.xml', Buffer.from(value)],
      ['value.tst', Buffer.from(token, 'base64')],
    ]);
    await inFolder(new Map([...files, ...extra]), async (cwd) => {
      for (const [token, data] of [
        ['META-INF/timestamp.tst', 'META-INF/ASiCManifest.xml'],
        ['value.tst', 'value.xml'],
      ] as const) {
        const args = ['ts', '-verify', '-token_in', '-in', token, '-data', data, '-CAfile', 'tsa-ca.pem'];
        expect(await judge('openssl', args, { cwd })).toContain('Verification: OK');
      }
    });
  });

  it.skipIf(!hasSchemas)('find the manifest valid against FNTC-TA v4 and MEDONA: xmllint', async () => {
    await inFolder(files, async (cwd) => {
      expect(await judgeManifest(cwd, 'META-INF/manifest-fnta.xml')).toContain('validates');
    });
  });
});

describe('an archive of hostile names', () => {
  it('unpacks anywhere: each document once, with a name that every system takes', async () => {
    const titles = [
      'CON',
      'con.',
      'nul .txt',
      'COM¹',
      'a/b',
      '../../etc/passwd',
      'été',
      'e\u0301te\u0301',
      'ÉTÉ',
      'x'.repeat(200),
      '日'.repeat(190),
      'fin...',
      ' a ',
      'C:\\x',
      'a\u00a0b',
    ];
    const exporter = await Exporter.make(test, []);
    for (const [index, title] of titles.entries()) await exporter.add(title, { content: makePdf(`${index}`) });
    const names = [...(await exporter.files()).files.keys()].filter((name) => name.startsWith('documents/'));
    expect(names).toHaveLength(titles.length);
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(titles.length);
    for (const name of names) {
      const [, , file = '', ...more] = name.split('/');
      expect([name, more]).toEqual([name, []]);
      expect(file).not.toMatch(/[\p{Cc}\p{Cf}\\:*?"<>|]|[. ]$|^(con|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/iu);
      expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    }
  });

  it('keeps the folders of the safe', async () => {
    const exporter = await Exporter.make(test, []);
    const categories = await exporter.call('GET', 'categories');
    const categoryId = categories.json<{ items: Array<{ id: string; title: string }> }>().items[0]?.id;
    const outer = (await exporter.post('folders', { name: 'Aux', categoryId })).json<{ id: string }>().id;
    const inner = (await exporter.post('folders', { name: '2026', parentId: outer })).json<{ id: string }>().id;
    const id = await exporter.add('Bail');
    await exporter.post('documents/move', { documents: [id], folders: [], to: { folderId: inner } });
    const names = [...(await exporter.files()).files.keys()].filter((name) => name.startsWith('documents/'));
    expect(names[0]).toMatch(/^documents\/[^/]+\/_Aux\/2026\/Bail\.pdf$/);
  });
});
