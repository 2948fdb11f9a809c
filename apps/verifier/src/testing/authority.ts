import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  Extension,
  TimeType,
} from 'pkijs';
import { digest, type Bytes } from '../checks/bytes.ts';
import { timeStamping } from '../checks/signatures/chain.ts';

/** A key with its certificate, and who issued it. */
export type Holder = { x509: Certificate; der: Bytes; key: CryptoKey; publicKey: CryptoKey; issuer: Holder | null };

type Wanted = {
  name: string;
  use: 'authority' | 'seal' | 'timestamp';
  /** Itself where nobody is named. */
  issuer?: Holder;
  from?: Date;
  to?: Date;
  /** Whose key it certifies again; one of its own where nobody is named. */
  renews?: Holder;
};

const curve = { name: 'ECDSA', namedCurve: 'P-256' };
let serial = 1;

export async function issue({ name, use, issuer, from, to, renews }: Wanted): Promise<Holder> {
  const keys = renews
    ? { privateKey: renews.key, publicKey: renews.publicKey }
    : await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const x509 = new Certificate({ version: 2, serialNumber: new Integer({ value: (serial += 1) }) });
  x509.subject.typesAndValues.push(
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
  );
  x509.issuer = issuer ? issuer.x509.subject : x509.subject;
  x509.notBefore.value = from ?? new Date('2026-01-01T00:00:00Z');
  x509.notAfter.value = to ?? new Date('2036-01-01T00:00:00Z');
  // RFC 5280, 4.1.2.5: from 2050 on as GeneralizedTime.
  x509.notAfter.type = x509.notAfter.value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime;
  await x509.subjectPublicKeyInfo.importKey(keys.publicKey);
  x509.extensions = [...extensionsFor(use), ...(await keyIdentifiers(x509, issuer?.x509 ?? x509))];
  await x509.sign(issuer?.key ?? keys.privateKey, 'SHA-256');
  const der = new Uint8Array(x509.toSchema(true).toBER());
  return {
    x509: Certificate.fromBER(der),
    der,
    key: keys.privateKey,
    publicKey: keys.publicKey,
    issuer: issuer ?? null,
  };
}

function extensionsFor(use: Wanted['use']): Extension[] {
  const extension = (extnID: string, value: ArrayBuffer) => new Extension({ extnID, critical: true, extnValue: value });
  const constraints = new BasicConstraints({ cA: use === 'authority' }).toSchema().toBER();
  const bits = use === 'authority' ? 0x06 : 0x80;
  const usage = new BitString({
    valueHex: Uint8Array.of(bits).buffer,
    unusedBits: use === 'authority' ? 1 : 7,
  }).toBER();
  const extensions = [extension('2.5.29.19', constraints), extension('2.5.29.15', usage)];
  if (use !== 'timestamp') return extensions;
  const purposes = new ExtKeyUsage({ keyPurposes: [timeStamping] }).toSchema().toBER();
  return [...extensions, extension('2.5.29.37', purposes)];
}

async function keyIdentifiers(own: Certificate, issuer: Certificate): Promise<Extension[]> {
  const [ownKey, issuerKey] = await Promise.all(
    [own, issuer].map(async ({ subjectPublicKeyInfo }) => {
      const key = new Uint8Array(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView);
      return new OctetString({ valueHex: (await digest('SHA-1', key)).buffer });
    }),
  );
  if (!ownKey || !issuerKey) throw new Error('a key is missing');
  const authority = new AuthorityKeyIdentifier({ keyIdentifier: issuerKey }).toSchema();
  return [
    new Extension({ extnID: '2.5.29.14', extnValue: ownKey.toBER() }),
    new Extension({ extnID: '2.5.29.35', extnValue: authority.toBER() }),
  ];
}

export const pemOf = (...holders: Holder[]): string =>
  holders
    .map(
      ({ der }) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
    )
    .join('');

/** A holder and those who issued it, nearest first. */
export const chainOf = (holder: Holder): Holder[] => [holder, ...(holder.issuer ? chainOf(holder.issuer) : [])];

export const signEs256 = async ({ key }: Holder, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes));

export async function privatePemOf({ key }: Holder): Promise<string> {
  const der = await crypto.subtle.exportKey('pkcs8', key);
  return `-----BEGIN PRIVATE KEY-----\n${Buffer.from(der).toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
