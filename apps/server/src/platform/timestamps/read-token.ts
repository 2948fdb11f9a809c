import { X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  TSTInfo,
  type AlgorithmIdentifier,
  type SignerInfo,
} from 'pkijs';
import { oid } from '../pki/object-identifiers.ts';
import { isWellFormed } from '../pki/well-formed.ts';
import { StampRefused } from './timestamps.ts';

/** A TimeStampToken as it came: nothing of it is believed yet. */
export type Token = {
  signer: SignerInfo;
  info: TSTInfo;
  /** The bytes of `info`, which the signature covers. */
  infoBytes: Buffer;
  certificates: X509Certificate[];
};

/**
 * Reads a token so strictly that no byte of it is without meaning: whatever is changed, what it says changes too, or it
 * cannot be read. @throws {Error} of any kind
 */
export function readToken(token: Buffer): Token {
  requireThat(isWellFormed(token), 'it cannot be read');
  const outer = ContentInfo.fromBER(new Uint8Array(token));
  requireThat(outer.contentType === oid.signedData, 'it is no signed message');
  const signed = new SignedData({ schema: outer.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== oid.timeStampInfo || !eContent) throw new StampRefused('it is no timestamp');
  const infoBytes = bytesOf(eContent);
  requireThat(isWellFormed(infoBytes), 'it cannot be read');
  const info = TSTInfo.fromBER(new Uint8Array(infoBytes));
  const [signer, ...others] = signed.signerInfos;
  // RFC 3161, 2.4.2: one signer. RFC 5652, 5.1 and 5.3: the versions follow from the content.
  if (!signer || others.length > 0) throw new StampRefused('it has not one signature');
  const usual = signer.sid instanceof IssuerAndSerialNumber ? 1 : 3;
  requireThat(signed.version === 3 && signer.version === usual, 'it is of an unknown version');
  const [digest, ...more] = signed.digestAlgorithms;
  requireThat(
    digest?.algorithmId === signer.digestAlgorithm.algorithmId && more.length === 0,
    'it does not say the digest of its signature',
  );
  const simple = [...signed.digestAlgorithms, signer.digestAlgorithm, signer.signatureAlgorithm];
  requireThat(simple.every(isWithoutParameters), 'its algorithms have unknown parameters');
  return { signer, info, infoBytes, certificates: readCertificates(outer) };
}

/** Only RSA-PSS has parameters; a NULL stands for none. */
const isWithoutParameters = ({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean =>
  algorithmId === oid.rsaPss || algorithmParams === undefined || algorithmParams instanceof asn1.Null;

/** As they came, to the byte: a certificate that was read and written again could be another. */
function readCertificates({ content }: ContentInfo): X509Certificate[] {
  const set = elements(content).find((part) => part instanceof asn1.Constructed && isTagged(part, 0));
  return elements(set)
    .filter((part) => part instanceof asn1.Sequence)
    .map((part) => new X509Certificate(Buffer.from(part.valueBeforeDecodeView)));
}

const isTagged = ({ idBlock }: asn1.Constructed, number: number): boolean =>
  idBlock.tagClass === 3 && idBlock.tagNumber === number;

/** The elements of a sequence, or of what is tagged as one. */
export const elements = (block: unknown): unknown[] =>
  block instanceof asn1.Sequence || block instanceof asn1.Constructed ? block.valueBlock.value : [];

export const bytesOf = (octets: asn1.OctetString): Buffer => Buffer.from(octets.getValue());

export function requireThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new StampRefused(otherwise);
}
