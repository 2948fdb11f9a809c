import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter, inFolder } from '../../testing/people/exporter.ts';
import { hasXmlTools, judgeSignature } from '../../testing/servers/outside-tools.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { writeSignatures, type Signed } from './archive/xades.rules.ts';

/** The seal of tests is made anew a year before its end. */
const untilAnotherSealMs = 9.5 * 365.25 * 86_400_000;

const element = 'xades:EncapsulatedX509Certificate';
const earlierIn = (xml: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, der = '']) => der);
const derOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

let test: TestApp;
let files: Map<string, Buffer>;
let before: string;
beforeAll(async () => {
  test = await createTestApp();
  before = (await test.platform.seals.current()).certificate;
  const exporter = await Exporter.make(test, ['Bail']);
  ({ files } = await exporter.files());
});
afterAll(() => test.close());

const signatures = () => files.get('META-INF/signatures.xml')?.toString() ?? '';

describe('an archive', () => {
  it('names no earlier seal where there was none', () => {
    expect(signatures()).not.toContain('CertificateValues');
  });

  it('holds the certificates of the seals before its own, after the timestamp of the signature', async () => {
    test.clock.advance(untilAnotherSealMs);
    const exporter = await Exporter.make(test, ['Quittance']);
    ({ files } = await exporter.files());
    const [own, earlier] = (await test.platform.seals.certificates()).map(({ certificate }) => derOf(certificate));
    expect(earlier).toBe(derOf(before));
    expect(signatures()).toContain(`<ds:X509Data><ds:X509Certificate>${own}</ds:X509Certificate>`);
    expect(earlierIn(signatures())).toEqual([earlier]);
    expect(signatures()).toContain('</xades:SignatureTimeStamp><xades:CertificateValues>');
  });

  it.skipIf(!hasXmlTools)('stays a signature that others find genuine: xmlsec1', async () => {
    const { certificate } = await test.platform.seals.current();
    const now = test.clock.now().toISOString().slice(0, 19).replace('T', ' ');
    await inFolder(new Map([...files, ['ca.pem', Buffer.from(certificate)]]), async (cwd) => {
      expect(await judgeSignature(cwd, ['--verification-time', now])).toContain('OK');
    });
  });
});

describe('a signature without a timestamp', () => {
  const signing = { certificate: Buffer.from('own'), chain: [], signedAt: '2026-11-24T08:00:00Z', files: [] };
  const write = (signed: Signed) => [...writeSignatures(signing, signed)].join('');
  const withoutStamp = { value: '', timestamp: null };

  it('has the certificates of earlier seals too', () => {
    const xml = write({ ...withoutStamp, earlier: [Buffer.from('first'), Buffer.from('second')] });
    expect(earlierIn(xml)).toEqual(['first', 'second'].map((name) => Buffer.from(name).toString('base64')));
    expect(xml).toContain('<xades:UnsignedSignatureProperties><xades:CertificateValues>');
    expect(xml).not.toContain('SignatureTimeStamp');
  });

  it('has no unsigned properties where there was no seal before', () => {
    expect(write({ ...withoutStamp, earlier: [] })).not.toContain('Unsigned');
  });
});
