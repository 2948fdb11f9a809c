import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as asn1 from 'asn1js';
import { CertBag, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeBag } from 'pkijs';
import { StartError } from '../start-error.ts';
import { signWith } from './key-signer.ts';
import { orderCertificates } from './sealing-certificate.ts';
import type { CurrentSigner } from './signer.ts';

/**
 * A PKCS#12 file (RFC 7292) with a key on P-256, its certificate and, where there are any, the issuers of that. It is
 * encrypted as OpenSSL 3 does by default (PBES2, AES); the older RC2 and 3DES are not read.
 * @throws {StartError} named without the password
 */
export async function openFileSigner({ file, password }: { file: string; password: string }): Promise<CurrentSigner> {
  const content = await readFile(file).catch((cause: unknown) => {
    throw new StartError('The file of SEAL_P12 cannot be read.', { cause });
  });
  const { keys, certificates } = await openPkcs12(content, password).catch((cause: unknown) => {
    const needs = 'is it PKCS#12 with AES (PBES2), and SEAL_P12_PASSWORD its password?';
    throw new StartError(`SEAL_P12 cannot be opened: ${needs}`, { cause });
  });
  const [key, ...others] = keys;
  if (!key || others.length > 0) throw new StartError(`SEAL_P12 holds ${keys.length} keys: one is needed.`);
  const signer = signWith(key, orderCertificates(createPublicKey(key), certificates, 'SEAL_P12'));
  return async () => signer;
}

async function openPkcs12(content: Buffer, password: string) {
  const secret = new Uint8Array(Buffer.from(password)).buffer;
  const file = PFX.fromBER(new Uint8Array(content));
  await file.parseInternalValues({ password: secret, checkIntegrity: true });
  const safe = file.parsedValue?.authenticatedSafe;
  if (!safe) throw new TypeError('no safe');
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) });
  const contents = safe.parsedValue.safeContents as { value: { safeBags: SafeBag[] } }[];
  const bags = contents.flatMap(({ value }) => value.safeBags.map(({ bagValue }) => bagValue));
  const keys = await Promise.all(bags.map((bag) => openKey(bag, secret)));
  return { keys: keys.filter((key) => key !== null), certificates: bags.flatMap(readCertificate) };
}

/** Null for every other bag. */
async function openKey(bag: SafeBag['bagValue'], password: ArrayBuffer): Promise<KeyObject | null> {
  if (bag instanceof PrivateKeyInfo) return readKey(bag);
  if (!(bag instanceof PKCS8ShroudedKeyBag)) return null;
  await (bag as unknown as Shrouded).parseInternalValues({ password });
  return bag.parsedValue ? readKey(bag.parsedValue) : null;
}

const readCertificate = (bag: SafeBag['bagValue']): X509Certificate[] =>
  bag instanceof CertBag && bag.certValue instanceof asn1.OctetString
    ? [new X509Certificate(Buffer.from(bag.certValue.getValue()))]
    : [];

/** Protected in the types of pkijs, though nothing else opens the bag. */
type Shrouded = { parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void> };

const readKey = (info: PrivateKeyInfo): KeyObject =>
  createPrivateKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'pkcs8' });
