import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs';
import { digest, type Bytes, type DigestName } from '../checks/bytes.ts';
import { chainOf, type Holder } from './authority.ts';

export const digestOids: Record<DigestName, string> = {
  'SHA-1': '1.3.14.3.2.26',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] });

type Signed = {
  signer: Holder;
  content: Bytes;
  contentType: string;
  isDetached?: boolean;
  /** The digest of the signature; SHA-256 by default. */
  name?: DigestName;
  /** Makes the unsigned attributes, of the signature. */
  unsigned?: (signature: Bytes) => Promise<Attribute[]>;
};

/** A CMS message of one signer, as CAdES asks: DER. */
export async function signMessage(signed: Signed): Promise<Bytes> {
  const { signer, content, contentType, isDetached, unsigned, name = 'SHA-256' } = signed;
  const certificateHash = new OctetString({ valueHex: (await digest('SHA-256', signer.der)).buffer });
  const named = new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [certificateHash] })] })] });
  const attributes = [
    attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: contentType })),
    attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: (await digest(name, content)).buffer })),
    attribute('1.2.840.113549.1.9.16.2.47', named),
  ];
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.x509.issuer, serialNumber: signer.x509.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
  });
  const data = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: contentType }),
    signerInfos: [info],
    certificates: chainOf(signer).map(({ x509 }) => x509),
  });
  if (!isDetached) data.encapContentInfo.eContent = new OctetString({ valueHex: content.buffer });
  await data.sign(signer.key, 0, name, content.buffer);
  const added = await unsigned?.(new Uint8Array(info.signature.valueBlock.valueHexView));
  if (added) info.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: added });
  const whole = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: data.toSchema(true) });
  return new Uint8Array(whole.toSchema().toBER());
}

/** An RFC 3161 token over the SHA-256 of these bytes. */
export const stamp = async (bytes: Bytes, authority: Holder, at: Date): Promise<Bytes> =>
  stampImprint({ name: 'SHA-256', imprint: await digest('SHA-256', bytes) }, authority, at);

type Imprint = { name: DigestName; imprint: Bytes };

export async function stampImprint({ name, imprint }: Imprint, authority: Holder, at: Date): Promise<Bytes> {
  const info = new TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.99999.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: digestOids[name] }),
      hashedMessage: new OctetString({ valueHex: imprint.buffer }),
    }),
    serialNumber: new Integer({ value: 7 }),
    genTime: at,
  });
  const content = new Uint8Array(info.toSchema().toBER());
  return signMessage({ signer: authority, content, contentType: '1.2.840.113549.1.9.16.1.4', name });
}
