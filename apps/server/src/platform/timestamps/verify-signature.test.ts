import { constants, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { oid } from '../pki/object-identifiers.ts';
import { isSignedBy } from './verify-signature.ts';

const bytes = Buffer.from('signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed25519 = generateKeyPairSync('ed25519');

const named = (algorithmId: string) => new AlgorithmIdentifier({ algorithmId });

function pss(): AlgorithmIdentifier {
  const hashAlgorithm = named(oid.sha512);
  const mask = { algorithmId: '1.2.840.113549.1.1.8', algorithmParams: hashAlgorithm.toSchema() };
  const parameters = new RSASSAPSSParams({
    ...{ hashAlgorithm, maskGenAlgorithm: new AlgorithmIdentifier(mask), saltLength: 64 },
  });
  return new AlgorithmIdentifier({ algorithmId: oid.rsaPss, algorithmParams: parameters.toSchema() });
}

type Way = [string, { publicKey: KeyObject; privateKey: KeyObject }, AlgorithmIdentifier, () => Buffer];

const ways: Way[] = [
  ['RSA, whose digest the signer names', rsa, named(oid.rsa), () => sign('sha384', bytes, rsa.privateKey)],
  ['RSA with SHA-256', rsa, named(oid.rsaWithSha256), () => sign('sha256', bytes, rsa.privateKey)],
  ['RSA with SHA-512', rsa, named(oid.rsaWithSha512), () => sign('sha512', bytes, rsa.privateKey)],
  [
    'RSA-PSS',
    rsa,
    pss(),
    () => {
      const key = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
      return sign('sha512', bytes, key);
    },
  ],
  ['ECDSA with SHA-384', p384, named(oid.ecdsaWithSha384), () => sign('sha384', bytes, p384.privateKey)],
  ['Ed25519', ed25519, named(oid.ed25519), () => sign(null, bytes, ed25519.privateKey)],
];

describe('a signature of an authority', () => {
  it.each(ways)('is read: %s', (_name, { publicKey }, algorithm, make) => {
    const signed = { bytes, signature: make(), algorithm, digest: 'SHA-384' } as const;
    expect(isSignedBy(publicKey, signed)).toBe(true);
    expect(isSignedBy(publicKey, { ...signed, bytes: Buffer.from('other') })).toBe(false);
    const otherKey = publicKey === rsa.publicKey ? p384.publicKey : rsa.publicKey;
    expect(isSignedBy(otherKey, signed)).toBe(false);
  });

  it('is none by an algorithm that is too old', () => {
    const algorithm = new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.5',
      algorithmParams: new asn1.Null(),
    });
    const signature = sign('sha1', bytes, rsa.privateKey);
    expect(isSignedBy(rsa.publicKey, { bytes, signature, algorithm, digest: 'SHA-256' })).toBe(false);
  });
});
