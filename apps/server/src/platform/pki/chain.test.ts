import { createPublicKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl } from '../../testing/servers/openssl-authority.ts';
import { makeSealFiles, readPem, type SealFiles } from '../../testing/files/seal-files.ts';
import { readCertificates, subjectOf } from './certificates.ts';
import { CertificateRefused, findChain } from './chain.ts';
import { makeCertificate, type Certified } from './make-certificate.ts';

type Pair = { key: KeyObject; certificate: X509Certificate };

const at = new Date('2031-06-01T00:00:00Z');
const life = { from: new Date('2030-01-01T00:00:00Z'), to: new Date('2055-01-01T00:00:00Z') };

function make(commonName: string, issuer?: Pair, more: Partial<Certified> = {}): Pair {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const certified = { commonName, organization: 'Tests', publicKey: createPublicKey(key), use: 'authority', ...life };
  return { key, certificate: makeCertificate({ ...certified, ...more } as Certified, issuer ?? { key }) };
}

const root = make('root');
const between = make('between', root);
const leaf = make('leaf', between, { use: 'timestamps' });
const roots = [root.certificate];

describe('a chain of certificates', () => {
  it('leads to a root that is trusted, nearest first, whatever came along with it', () => {
    const pool = [make('stranger').certificate, leaf.certificate, root.certificate, between.certificate];
    expect(findChain(leaf.certificate, { pool, roots, at }).map(subjectOf)).toEqual([
      'leaf, Tests',
      'between, Tests',
      'root, Tests',
    ]);
  });

  it('may be the root alone, or end at an authority that is trusted by itself', () => {
    expect(findChain(root.certificate, { pool: [], roots, at })).toHaveLength(1);
    expect(findChain(leaf.certificate, { pool: [], roots: [between.certificate], at })).toHaveLength(2);
  });

  it.each<[string, () => Parameters<typeof findChain>, RegExp]>([
    ['its issuer did not come along', () => [leaf.certificate, { pool: [], roots, at }], /no trusted authority/],
    [
      'its root is another of the same name',
      () => [leaf.certificate, { pool: [between.certificate], roots: [make('root').certificate], at }],
      /no trusted authority vouches for “O=Tests, CN=between”/,
    ],
    [
      'it was not valid yet',
      () => [leaf.certificate, { pool: [between.certificate], roots, at: new Date('2029-12-31T00:00:00Z') }],
      /“O=Tests, CN=leaf” was not valid yet/,
    ],
    [
      'its root had expired',
      () => {
        const old = make('old', undefined, { to: new Date('2031-01-01T00:00:00Z') });
        return [make('leaf', old).certificate, { pool: [], roots: [old.certificate], at }];
      },
      /“O=Tests, CN=old” had expired/,
    ],
    [
      'its issuer is no authority',
      () => {
        const seal = make('seal', root, { use: 'seals' });
        return [make('leaf', seal).certificate, { pool: [seal.certificate], roots, at }];
      },
      /no trusted authority vouches for “O=Tests, CN=leaf”/,
    ],
    [
      'it has no end',
      () => {
        let last = root;
        const pool: X509Certificate[] = [];
        for (let level = 0; level < 9; level += 1) {
          last = make(`level ${level}`, last);
          pool.push(last.certificate);
        }
        return [make('leaf', last).certificate, { pool, roots, at }];
      },
      /too long/,
    ],
  ])('is refused where %s', (_why, given, reason) => {
    const [certificate, trust] = given();
    expect(() => findChain(certificate, trust)).toThrow(CertificateRefused);
    expect(() => findChain(certificate, trust)).toThrow(reason);
  });
});

describe.runIf(hasOpenssl)('a chain of certificates of others', () => {
  let files: SealFiles;
  beforeAll(async () => (files = await makeSealFiles()));
  afterAll(() => files.remove());

  const issue = async (name: string, extensions: string[], by?: string): Promise<X509Certificate> => {
    const make = ['req', '-x509', '-config', 'openssl.cnf', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const issuer = by === undefined ? [] : ['-CA', `${by}.pem`, '-CAkey', `${by}.key`];
    const added = extensions.flatMap((extension) => ['-addext', extension]);
    const out = ['-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`];
    await files.openssl(...make, ...out, ...issuer, ...added);
    const [made] = readCertificates(await readPem(files, `${name}.pem`));
    if (!made) throw new Error('openssl made no certificate');
    return made;
  };

  it('is no longer than its authorities allow', async () => {
    const top = await issue('top', ['basicConstraints=critical,CA:true,pathlen:0']);
    const middle = await issue('middle', ['basicConstraints=critical,CA:true'], 'top');
    const direct = await issue('direct', [], 'top');
    const below = await issue('below', [], 'middle');
    const now = new Date();
    expect(findChain(direct, { pool: [], roots: [top], at: now })).toHaveLength(2);
    expect(() => findChain(below, { pool: [middle], roots: [top], at: now })).toThrow(/may not issue a chain as long/);
  });

  it('has no critical extension that nobody here understands', async () => {
    const odd = await issue('odd', ['1.2.3.4=critical,ASN1:NULL', 'basicConstraints=critical,CA:true']);
    expect(() => findChain(odd, { pool: [], roots: [odd], at: new Date() })).toThrow(/unknown critical extension/);
  });
});
