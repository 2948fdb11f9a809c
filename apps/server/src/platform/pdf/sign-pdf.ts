import { SignPdf, Signer } from '@signpdf/signpdf';
import { Attribute } from 'pkijs';
import { fromBER } from 'asn1js';
import { createHash, X509Certificate } from 'node:crypto';
import { toDer } from '../pki/ecdsa.ts';
import { oid } from '../pki/object-identifiers.ts';
import { signCms, type CmsSigner } from '../pki/signed-data.ts';
import type { Seals } from '../seals/seals.ts';
import { TimestampUnavailable, type Imprint, type Stamp } from '../timestamps/timestamps.ts';

/**
 * Fills the signature field of a PDF with a seal of this installation: PAdES B-B, and B-T where `stamp` gives the
 * signature a timestamp. Errors of `stamp` are thrown on.
 * @throws {SealUnavailable}
 */
export async function signPdf(
  pdf: Buffer,
  seals: Seals,
  stamp?: (imprint: Imprint) => Promise<Stamp>,
): Promise<Buffer> {
  const signer = await sealAsSigner(seals);
  const unsigned = stamp && (async (signature: Buffer) => [await stampSignature(signature, stamp)]);
  const sign = (bytes: Buffer) =>
    signCms({ type: oid.data, bytes, isDetached: true }, signer, { ...(unsigned && { unsigned }) });
  return new SignPdf().sign(pdf, new CmsSigning(sign));
}

/** A signature of a PDF is ECDSA in DER, a seal r ‖ s. */
async function sealAsSigner(seals: Seals): Promise<CmsSigner> {
  const { kid, certificate, chain } = await seals.current();
  return {
    certificate: new X509Certificate(certificate),
    chain: chain.map((pem) => new X509Certificate(pem)),
    sign: async (bytes) => {
      const seal = await seals.seal(bytes);
      if (seal.kid !== kid) throw new Error('the seal was replaced at this instant');
      return toDer(Buffer.from(seal.signature, 'base64'));
    },
  };
}

async function stampSignature(signature: Buffer, stamp: (imprint: Imprint) => Promise<Stamp>): Promise<Attribute> {
  const { token } = await stamp({ algorithm: 'SHA-256', digest: createHash('sha256').update(signature).digest() });
  const { result } = fromBER(new Uint8Array(token));
  // The written bytes are those that were checked.
  if (!Buffer.from(result.toBER()).equals(token)) throw new TimestampUnavailable('the token is not in DER');
  return new Attribute({ type: oid.signatureTimeStamp, values: [result] });
}

class CmsSigning extends Signer {
  readonly #sign: (bytes: Buffer) => Promise<Buffer>;

  constructor(sign: (bytes: Buffer) => Promise<Buffer>) {
    super();
    this.#sign = sign;
  }

  override sign(bytes: Buffer): Promise<Buffer> {
    return this.#sign(bytes);
  }
}
