import type { X509Certificate } from 'node:crypto';
import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';

/** The digest of what is stamped: the authority never sees the bytes themselves. */
export type Imprint = { algorithm: DigestAlgorithm; digest: Buffer };

export type Stamp = {
  /** DER of the RFC 3161 TimeStampToken (a CMS ContentInfo). */
  token: Buffer;
  at: Date;
};

/** A token of which everything has been checked. */
export type VerifiedStamp = {
  at: Date;
  /** The authority's, as dotted numbers. */
  policy: string;
  /** The number that the request asked to be repeated; null where the token has none. */
  nonce: Buffer | null;
  /** The certificate that signed, and its issuers, up to the root that is trusted. */
  chain: X509Certificate[];
  /** All that the token rests on: of what it stamps, of its signature, and of the certificates of its chain. */
  digests: DigestAlgorithm[];
};

/** An RFC 3161 authority vouches that bytes were there at a time. */
export interface Timestamps {
  /** False where the installation has no authority: what is to be stamped waits. */
  readonly enabled: boolean;
  /** @throws {TimestampUnavailable} no authority gave an acceptable answer; its message names cause and authority, no secret */
  stamp(imprint: Imprint): Promise<Stamp>;
  /** Checks a token that was had before, by the authorities trusted today. @throws {StampRefused} */
  verify(token: Buffer, imprint: Imprint): Promise<VerifiedStamp>;
  /** The roots whose certificates vouch for tokens; none without an authority. */
  roots(): Promise<readonly X509Certificate[]>;
  /** Rejects unless a timestamp can be had now. @throws {TimestampUnavailable} */
  check(): Promise<void>;
}

/** There is no timestamp now: what waits for one is tried again. */
export class TimestampUnavailable extends Error {
  override readonly name = 'TimestampUnavailable';
}

/** The token does not prove what it should; its message says why. */
export class StampRefused extends Error {
  override readonly name = 'StampRefused';
}
