import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { makePdf, upload } from '../../testing/people/makers.ts';
import { hasSchemas, hasXmlTools, hasZipTools, judge, judgeManifest } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const titles = [
  ...['CON', 'con.', 'nul .txt', 'COM¹', 'LPT1.txt', '.cache', '..', 'fin...', ' a ', 'a\u00a0b'],
  ...['a/b', '../../etc/passwd', '/absolute', 'C:\\x', 'C:\\Windows\\system.ini', '%2e%2e%2fetc'],
  // The same in one character and in two; in capitals.
  ...['été', 'e\u0301te\u0301', 'ÉTÉ', 'Bail signé.PDF'],
  // The third has 255 bytes.
  ...['x'.repeat(200), '日'.repeat(190), `${'é'.repeat(125)}x.pdf`, 'é'.repeat(200)],
  ...['droite\u200fgauche', '❤️', '한글 ㅎ', '⠃⠁⠊⠇', '🙂👩‍👩‍👧', '& < > " \' ]]>', 'a<b>c:"d"|e?*'],
  ...["Robert'); drop table documents;--", '<script>alert(1)</script>'],
];
const fileNames = [
  ...[
    'bail.pdf',
    'bail\u200f.pdf',
    'bail\u202efdp.pdf',
    'bail\u0001.pdf',
    'bail. .PDF',
    'NUL.pdf',
    'remise de 100%0.pdf',
  ],
  ...['../../secret.pdf', 'C:\\Users\\moi\\CON.pdf', '🙂👩‍👩‍👧 été.pdf', '🙂👩‍👩‍👧 e\u0301te\u0301.pdf', 'a%22b.pdf'],
  ...[`${'é'.repeat(125)}x.pdf`, `${'n'.repeat(300)}.pdf`, `${'🙂'.repeat(120)}a.pdf`],
  'bail%0D%0ASet-Cookie: a=b%0A.pdf',
];
const count = 500;
const numbers = Array.from({ length: count }, (_, number) => number);
const contentOf = (number: number) => makePdf(`${number}`);

let test: TestApp;
let zip: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  test = await createTestApp();
  const exporter = await Exporter.make(test, []);
  const add = async (number: number) => {
    const [title = '', fileName = ''] = [titles[number % titles.length], fileNames[number % fileNames.length]];
    // Every third is called as its file is.
    const fields: Record<string, string> = number % 3 === 0 ? {} : { title };
    const answer = await upload(test, exporter.owner, { content: contentOf(number), fileName, fields });
    expect([title, fileName, answer.statusCode]).toEqual([title, fileName, 201]);
  };
  for (let from = 0; from < count; from += 5) await Promise.all(numbers.slice(from, from + 5).map(add));
  ({ zip, files } = await exporter.files());
});
afterAll(() => test.close());

const namesIn = (folder: string) => [...files.keys()].filter((name) => name.startsWith(`${folder}/`));

describe('the archive of 500 documents with hostile names', () => {
  it('holds each of them once, with its proof', () => {
    const contents = namesIn('documents').map((name) => String(files.get(name)));
    expect(contents.toSorted()).toEqual(numbers.map((number) => String(contentOf(number))).toSorted());
    expect(namesIn('preuves')).toHaveLength(count);
  });

  it('gives each a name of its own, which every system takes', () => {
    const names = namesIn('documents');
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(count);
    for (const name of names) {
      const [, , file = '', ...more] = name.split('/');
      expect([name, more]).toEqual([name, []]);
      expect(file).not.toMatch(/[\p{Cc}\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]|[. ]$/u);
      expect(file).not.toMatch(/^(con|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i);
      expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    }
  });

  it.skipIf(!hasZipTools)('is unpacked by another program: unzip', async () => {
    await inFolder(new Map([['archive.zip', zip]]), async (cwd) => {
      expect(await judge('unzip', ['-t', 'archive.zip'], { cwd })).toContain('No errors detected');
      await judge('unzip', ['-qq', 'archive.zip', 'documents/*'], { cwd });
      const unpacked = await readdir(join(cwd, 'documents'), { recursive: true, withFileTypes: true });
      expect(unpacked.filter((entry) => entry.isFile())).toHaveLength(count);
    });
  });

  it.skipIf(!hasXmlTools || !hasSchemas)('has a manifest that another finds valid: xmllint', async () => {
    const manifest = files.get('META-INF/manifest-fnta.xml') ?? Buffer.alloc(0);
    expect(String(manifest).match(/<ArchiveUnit /g)).toHaveLength(count);
    await inFolder(new Map([['manifest.xml', manifest]]), async (cwd) => {
      expect(await judgeManifest(cwd, 'manifest.xml')).toContain('validates');
    });
  });
});
