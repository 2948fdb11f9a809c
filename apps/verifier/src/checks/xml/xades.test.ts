import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFiles, type Files } from '../../testing/archive.ts';
import { issue, pemOf, privatePemOf } from '../../testing/authority.ts';
import { hasXmlTools, inFolder } from '../../testing/openssl.ts';
import { textOf, utf8, type Bytes } from '../bytes.ts';
import { Findings } from '../report.ts';
import { verifyXmlSignature } from './xades.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const seal = await issue({ name: 'Sceau', use: 'seal', issuer: root });
const timestamps = await issue({ name: 'Horodatage', use: 'timestamp', issuer: root });
const name = 'META-INF/signatures.xml';
const files = await makeFiles({ seal, timestamps });
const signature = files[name] ?? utf8('');

const trust = { now: new Date('2026-11-25'), known: [], given: [] };
const verify = (bytes: Bytes, findings = new Findings()) => verifyXmlSignature(bytes, name, { findings, trust });
const changed = (before: string, after: string): Bytes => {
  const text = textOf(signature);
  expect(text).toContain(before);
  return utf8(text.replace(before, after));
};

/** Runs xmlsec1 where the files of the archive are. */
const xmlsec = (of: Files, args: readonly string[], text: string): string =>
  inFolder((folder) => {
    for (const [path, bytes] of Object.entries(of)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    writeFileSync(join(folder, 'root.pem'), pemOf(root));
    writeFileSync(join(folder, 'seal.key'), Buffer.from(privatePem));
    writeFileSync(join(folder, 'template.xml'), text);
    const ids = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
    execFileSync('xmlsec1', [...args, ...ids, '--output', 'out.xml', 'template.xml'], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, 'out.xml'), 'utf8');
  });
const privatePem = await privatePemOf(seal);

describe('a XAdES signature', () => {
  it('tells what it covers, who signed and when it was timestamped', async () => {
    const findings = new Findings();
    const { covered, witness } = await verify(signature, findings);
    expect(covered.map((each) => each.name)).toEqual(
      Object.keys(files).filter((each) => !/^(mimetype|META-INF\/(sig|ASiC|time).*)$/.test(each)),
    );
    expect(witness.subject).toBe('CN=Sceau');
    expect(findings.list).toEqual([expect.objectContaining({ code: 'stampHolds' })]);
    expect(findings.witnesses.map(({ subject }) => subject)).toEqual(['CN=Horodatage', 'CN=Sceau']);
  });

  it.skipIf(!hasXmlTools)('is read in the inclusive form that xmlsec1 makes', async () => {
    const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
    const template = textOf(signature)
      .replaceAll('http://www.w3.org/2001/10/xml-exc-c14n#', inclusive)
      .replaceAll(/<xades:UnsignedProperties>.*<\/xades:UnsignedProperties>/g, '')
      .replaceAll(/(<ds:Reference .*?<ds:DigestValue)>[^<]*</g, '$1><')
      .replaceAll(/(<ds:SignatureValue[^>]*)>[^<]*</g, '$1><');
    const signed = xmlsec(files, ['--sign', '--privkey-pem', 'seal.key'], template);
    const findings = new Findings();
    const { covered } = await verify(utf8(signed), findings);
    expect(covered).toEqual((await verify(signature)).covered);
    expect(findings.list).toEqual([expect.objectContaining({ code: 'stampPending', outcome: 'open' })]);
  });

  it.each<[string, string, string]>([
    ['a covered name', 'URI="verifier.html"', 'URI="verifies.html"'],
    ['the time of signing', '2026-11-20T09:30', '2026-11-20T09:31'],
    ['a namespace', 'xmlns:ds="http', 'xmlns:dt="http'],
    ['a comment in place of white space', '\n<ds:KeyInfo>', '<!-- --><ds:KeyInfo2>'],
    ['the identifier of the properties', 'Id="signed"', 'Id="other"'],
    ['the algorithm', 'ecdsa-sha256', 'ecdsa-sha512'],
    [
      'the transform',
      '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116">',
    ],
  ])('does not hold with %s changed', async (_what, before, after) => {
    await expect(verify(changed(before, after))).rejects.toMatchObject({ outcome: 'fails' });
  });

  it('does not hold with a second element of the same identifier', async () => {
    const double = changed('</ds:Object>', '<other Id="signed"></other></ds:Object>');
    await expect(verify(double)).rejects.toMatchObject({ sentence: { code: 'signatureShape' } });
  });

  it('does not hold with the certificate of somebody else', async () => {
    const other = await issue({ name: 'Sceau', use: 'seal', issuer: root });
    const exchanged = changed(Buffer.from(seal.der).toString('base64'), Buffer.from(other.der).toString('base64'));
    await expect(verify(exchanged)).rejects.toMatchObject({ sentence: { code: 'signatureWrong' } });
  });
});
