import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import { attachedTo, streamsOf } from '../../../../testing/files/pdf-streams.ts';
import { readPdfSignature } from '../../../../testing/files/pdf-signature.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { oid } from '../../../../platform/pki/object-identifiers.ts';

const run = promisify(execFile);
const tools = { qpdf: '/usr/bin/qpdf', pdfsig: '/usr/bin/pdfsig', pdftotext: '/usr/bin/pdftotext' };

let t: TestApp;
let owner: TestOwner;
let id: string;
let folder: string;
beforeAll(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
  id = (await upload(t, owner, { content: makePdf('attested') })).json().id;
  folder = await mkdtemp(join(tmpdir(), 'perenne-attestation-'));
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => t.timestamps.behave('well'));

const ask = (documentId = id) =>
  t.app.inject({ url: `/backend/api/v1/documents/${documentId}/attestation`, headers: owner.headers });
const attestation = async (): Promise<Buffer> => (await ask()).rawPayload;

describe('the signature of an attestation', () => {
  it('covers the whole file, by the seal of this installation', async () => {
    const { certificate, signedAttributes } = readPdfSignature(await attestation());
    const { certificate: current } = await t.platform.seals.current();
    expect(certificate.toString()).toBe(current);
    // PAdES wants no time of signing among them: the timestamp is the time (ETSI EN 319 142-1, 6.3).
    expect(new Set(signedAttributes)).toEqual(new Set([oid.contentType, oid.messageDigest, oid.signingCertificateV2]));
  });

  it('has a timestamp that is of it', async () => {
    const { stamp } = readPdfSignature(await attestation());
    if (!stamp) throw new Error('there is no timestamp');
    const imprint = { algorithm: 'SHA-256', digest: stamp.digest } as const;
    const { at } = await t.platform.timestamps.verify(stamp.token, imprint);
    expect(Math.abs(at.getTime() - t.clock.now().getTime())).toBeLessThan(60_000);
  });

  it.each(['well', 'down', 'slow', 'wrong digest', 'expired certificate', 'last year'] as const)(
    'is there where the authority answers so: %s, and the page says whether it has a timestamp',
    async (how) => {
      t.timestamps.behave(how);
      const pdf = await attestation();
      const { stamp } = readPdfSignature(pdf);
      expect(stamp !== null).toBe(how === 'well');
      expect(await textOf(pdf)).toContain(how === 'well' ? 'horodaté : l’heure' : 'pas encore horodaté');
    },
  );

  it('breaks with any byte of the file', async () => {
    const pdf = await attestation();
    for (const place of [10, 2_000, pdf.length - 40_000, pdf.length - 10]) {
      const changed = Buffer.from(pdf);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => readPdfSignature(changed), `byte ${place}`).toThrow(/the signature|something follows/);
    }
  });

  it('is beside the seal of the facts, which is by the same key', async () => {
    const pdf = await attestation();
    const { facts, signature } = attachedTo(pdf);
    const { kid } = await t.platform.seals.current();
    expect(await t.platform.seals.verify(Buffer.from(facts), signature)).toBe(kid);
  });
});

describe('the file of an attestation', () => {
  it('says that it is PDF/A-3a, and has what that asks', async () => {
    const pdf = await attestation();
    const text = pdf.toString('latin1');
    const metadata = streamsOf(pdf).find((stream) => stream.includes('pdfaid:part')) ?? '';
    expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</);
    for (const part of ['/OutputIntents', '/Marked true', '/AFRelationship /Data', '/AF [', '/SigFlags 3', '/F 132'])
      expect(text).toContain(part);
    for (const forbidden of ['/SMask', '/JavaScript', '/Encrypt', '/Launch', '/NeedAppearances'])
      expect(text).not.toContain(forbidden);
  });

  it('shows a question mark for what its fonts have no letter for, and keeps the title in the facts', async () => {
    const title = 'Contrat 契約 👩‍👩‍👧 signé à Łódź';
    const other = (await upload(t, owner, { fields: { title }, content: makePdf('letters') })).json();
    const pdf = (await ask(other.id)).rawPayload;
    expect(attachedTo(pdf).attested.document.title).toBe(title);
    expect(await textOf(pdf)).toContain('Contrat ?? ? signé à Łódź');
  });

  const missing = Object.values(tools).filter((path) => !existsSync(path));
  if (missing.length > 0)
    console.warn(`The outside checks of attestations did not run: ${missing.join(', ')} missing.`);

  it.runIf(missing.length === 0)('is found whole and signed by qpdf and pdfsig', async () => {
    const file = join(folder, 'attestation.pdf');
    await writeFile(file, await attestation());
    if (process.env['ATTESTATIONS']) await writeFile(`${process.env['ATTESTATIONS']}/signed.pdf`, await attestation());
    const checked = await run(tools.qpdf, ['--check', file]);
    expect(checked.stdout).toContain('No syntax or stream encoding errors found');
    const { stdout } = await run(tools.pdfsig, ['-nocert', file]);
    expect(stdout).toContain('Signature Validation: Signature is Valid.');
    expect(stdout).toContain('Total document signed');
    expect(stdout).toContain('ETSI.CAdES.detached');
  });
});

describe('the attestation of a content that is no longer what was deposited', () => {
  it('is refused, and stands in the journal', async () => {
    const damaged: string = (await upload(t, owner, { content: makePdf('lost') })).json().id;
    const { objectId } = await t.platform.db
      .selectFrom('documents')
      .select('object_id as objectId')
      .where('document_id', '=', damaged)
      .executeTakeFirstOrThrow();
    await t.platform.objects.remove(objectId);
    const answer = await ask(damaged);
    expect(answer.json()).toEqual({ status: 500, errors: [{ code: 'DocumentDamaged' }] });
    const entries = await t.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'result'])
      .where('object_id', '=', damaged)
      .orderBy('seq')
      .execute();
    expect(entries.at(-1)).toEqual({ action: 'document.integrity-refused', result: 'refused' });
    expect(entries.map(({ action }) => action)).not.toContain('document.attested');
  });
});

/** Returns the text of the page, without its line breaks. */
async function textOf(pdf: Buffer): Promise<string> {
  const file = join(folder, 'text.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run(tools.pdftotext, ['-layout', file, '-']);
  return stdout.replaceAll(/[\s\u00a0]+/g, ' ');
}
