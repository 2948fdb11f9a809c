import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sayAll } from '../../../../verifier/src/testing/say.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { depositPayslip, sendByLink } from '../../testing/people/outside-deposits.ts';
import { hasSchemas, hasXmlTools, judgeManifest, judgeSignature } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { stampCheckpoint } from '../evidence/evidence.ts';
import { tidyExports } from './end-export.ts';

const hour = 3_600_000;
const manifestName = 'META-INF/manifest-fnta.xml';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

type Files = Map<string, Buffer>;
const textOf = (files: Files, name: string): string => String(files.get(name));
const documentsIn = (files: Files) => [...files.keys()].filter((name) => name.startsWith('documents/'));

/** The sentences of the verifier that are not good ones, for a reader who trusts the seal and the authority. */
async function notHolding(zip: Buffer): Promise<string[]> {
  const { certificate } = await test.platform.seals.current();
  const trusted = [...(await test.timestamps.roots()).map(String), certificate].join('\n');
  const files = [
    { name: 'confiance.pem', content: trusted },
    { name: 'perenne.zip', content: new Uint8Array(zip) },
  ];
  return (await sayAll(files, { now: test.clock.now() })).filter((each) => !each.startsWith('holds'));
}

/** Judges nothing if the schemas or xmllint are missing: the neighbours say so. */
const requireValid = async (files: Files): Promise<void> => {
  if (!hasXmlTools || !hasSchemas) return;
  await inFolder(new Map([['manifest.xml', files.get(manifestName) ?? Buffer.alloc(0)]]), (cwd) =>
    judgeManifest(cwd, 'manifest.xml'),
  );
};

async function flipByte(id: string): Promise<void> {
  const path = join(test.dataFolder, 'objects', id.slice(-2), id);
  const bytes = await readFile(path);
  bytes[30]! ^= 1;
  await writeFile(path, bytes);
}

describe('an archive of what others deposited, with a damaged document and a damaged row', () => {
  it('has a valid manifest, and holds before the verifier but for the two, which it names', async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    await depositPayslip(test, exporter.owner, 'Atelier & <Morvan>');
    await sendByLink(test, exporter.owner, 'rib.pdf');
    const [content, row] = [await exporter.add('Altéré'), await exporter.add('Illisible')];
    await flipByte(content);
    const spoilt = sql`set_byte(sealed, 40, get_byte(sealed, 40) # 1)`;
    await sql`update documents set sealed = ${spoilt} where document_id = ${row}`.execute(test.platform.db);

    const { ready, files, zip } = await exporter.files();
    expect(ready).toMatchObject({ documentCount: 5, damaged: [content, row] });
    const manifest = textOf(files, manifestName);
    expect(manifest.match(/<Description /g)).toHaveLength(2);
    expect(manifest.match(/<Attachment><\/Attachment>/g)).toHaveLength(2);
    await requireValid(files);
    expect(await notHolding(zip)).toEqual(
      [content, row].map((id) => expect.stringMatching(new RegExp(`^open: .*${id}.*damaged`))),
    );
  });
});

/** A store that does this before the first content is read. */
function before(work: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  return objectsWith(test.platform.objects, {
    get: async (id, range) => {
      await (done ??= work());
      return test.platform.objects.get(id, range);
    },
  });
}

describe('a document that leaves the safe while the export runs', () => {
  it('into the trash, before it is read, is left out, and nothing is said of it', async () => {
    const exporter = await Exporter.make(test, []);
    const ids = [];
    // Rows are read 64 at a time, so that the last is not yet known when the first is read.
    for (let count = 0; count < 66; count += 1) ids.push(await exporter.add(`Bail ${count}`));
    const gone = ids.at(-1) ?? '';
    const trash = () => exporter.post('documents/delete', { documents: [gone], folders: [] });
    const { ready, files, zip } = await exporter.files({ objects: before(trash) });
    expect(ready).toMatchObject({ documentCount: 65, damaged: [], progress: { done: 65, total: 65 } });
    expect(documentsIn(files)).toHaveLength(65);
    expect(textOf(files, manifestName)).not.toContain(gone);
    expect(await notHolding(zip)).toEqual([]);
  });

  it.each(['trash', 'destroy'] as const)(
    'as the only one leaves an archive of the journal alone, which holds: %s',
    async (how) => {
      const exporter = await Exporter.make(test, []);
      const id = await exporter.add('Bail');
      const leave = async () => {
        await exporter.post('documents/delete', { documents: [id], folders: [] });
        if (how === 'destroy')
          await exporter.post('documents/destroy', { documents: [id], folders: [], acknowledged: true });
        await test.platform.objects.remove(id);
      };
      const { ready, files, zip } = await exporter.files({ objects: before(leave) });
      const counted = { documentCount: 0, damaged: [], progress: { done: 0, total: 0 } };
      expect(ready).toMatchObject({ status: 'READY', ...counted });
      expect([...files.keys()].filter((name) => /^(documents|preuves)\//.test(name))).toEqual([]);
      await requireValid(files);
      expect(await notHolding(zip)).toEqual([]);
      expect((await exporter.list()).allowance.remaining).toBe(4);
      expect(textOf(files, 'LISEZMOI.html')).toContain('le journal de votre coffre, qui n’avait plus de document');
      await test.startWorker();
      await expect.poll(() => test.mails[0]?.text).toContain('Votre coffre n’avait plus de document');
    },
  );
});

describe('the signature of an archive', () => {
  /** With an authority that is down for an hour, which the archive waits for. */
  async function archiveOf(isStamped: boolean) {
    const exporter = await Exporter.make(test, ['Bail', 'L’été & <hiver>']);
    // The certificate begins when it is first asked for: other programs judge it by the clock of the machine.
    await test.platform.seals.current();
    if (!isStamped) test.timestamps.behave('down');
    const { id } = await exporter.begin();
    if (!isStamped) test.clock.advance(hour);
    await exporter.write(id);
    await exporter.signIn();
    return { exporter, ready: await exporter.get(id), ...(await exporter.archive(id)) };
  }

  it.each([
    [true, 'META-INF/timestamp.tst', 'application/vnd.etsi.timestamp-token'],
    [false, 'META-INF/signatures.xml', 'text/xml'],
  ])('names its certificate and the format of each file, and the list what proves it (stamped: %s)', async (...row) => {
    const [isStamped, uri, mimeType] = row;
    const { files } = await archiveOf(isStamped);
    const signatures = textOf(files, 'META-INF/signatures.xml');
    const { certificate } = await test.platform.seals.current();
    const own = createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64');
    const properties = /<xades:SignedProperties .*<\/xades:SignedProperties>/s.exec(signatures)?.[0] ?? '';
    expect(/<xades:SigningCertificateV2>.*<ds:DigestValue [^>]*>([^<]*)</s.exec(properties)?.[1]).toBe(own);
    const time = /<xades:SigningTime>([^<]*)</.exec(properties)?.[1];
    expect(Math.abs(Date.parse(time ?? '') - test.clock.now().getTime())).toBeLessThan(2 * 60_000);
    const references = [...signatures.matchAll(/<ds:Reference Id="([^"]*)" URI="([^"]*)"/g)];
    const formats = [...properties.matchAll(/ObjectReference="#([^"]*)"><xades:MimeType>([^<]*)</g)];
    expect(formats.map(([, id]) => id)).toEqual(references.map(([, id]) => id));
    const typeOf = new Map(
      references.map(([, , name = ''], index) => [decodeURIComponent(name), formats[index]?.[2]] as const),
    );
    const signed = [...files.keys()].filter((name) => name !== 'mimetype' && !name.startsWith('META-INF/'));
    expect([...typeOf.keys()]).toEqual([...signed, manifestName]);
    expect(typeOf.get(documentsIn(files)[0] ?? '')).toBe('application/pdf');
    expect(typeOf.get('journal/journal.json')).toBe('application/json');
    const list = textOf(files, 'META-INF/ASiCManifest.xml');
    expect(list.match(/<asic:SigReference [^>]*>/g)).toEqual([
      `<asic:SigReference URI="${uri}" MimeType="${mimeType}">`,
    ]);
    expect(files.has(uri)).toBe(true);
  });

  it('without a timestamp is one that others accept, and the verifier says what is missing', async () => {
    const { zip, files } = await archiveOf(false);
    const unstamped = ['META-INF/ASiCManifest.xml', 'META-INF/signatures.xml', 'preuves/'];
    expect(await notHolding(zip)).toEqual(
      unstamped.map((name) => expect.stringMatching(new RegExp(`^open: “${name}.*” is not timestamped`))),
    );
    if (!hasXmlTools) return;
    const { certificate } = await test.platform.seals.current();
    await inFolder(new Map([...files, ['ca.pem', Buffer.from(certificate)]]), async (cwd) => {
      expect(await judgeSignature(cwd)).toContain('OK');
    });
  });

  it('without a timestamp stays so when the authority is back', async () => {
    const { exporter, ready, zip } = await archiveOf(false);
    test.timestamps.behave('well');
    await test.startWorker();
    await stampCheckpoint(test.platform, 1);
    await tidyExports(test.platform);
    await exporter.write(ready.id);
    expect(await exporter.get(ready.id)).toEqual(ready);
    expect(ready).toMatchObject({ status: 'READY', timestampedAt: null });
    expect(await exporter.download(ready.id)).toEqual(zip);
  });
});
