/** A signature of this installation over bytes. */
export type Seal = {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
  kid: string;
  alg: 'ES256';
  /** r ‖ s, 64 bytes, in base 64. */
  signature: string;
};

export type SealCertificate = {
  kid: string;
  /** In PEM, the seal's own. */
  certificate: string;
  /** In PEM, its issuers, nearest first. */
  chain: string[];
  from: Date;
  to: Date;
};

/** `publicKey` is a SubjectPublicKeyInfo in PEM. */
export type SealKey = { kid: string; algorithm: 'ES256' | 'Ed25519'; publicKey: string };

/** Proves, without this installation, that it said something: ES256 (RFC 7518) with an X.509 certificate. */
export interface Seals {
  /** With the current certificate; bytes that come as a stream are not kept. @throws {SealUnavailable} */
  seal(bytes: Buffer | AsyncIterable<Buffer>): Promise<Seal>;
  /** The certificate that seals now. @throws {SealUnavailable} */
  current(): Promise<SealCertificate>;
  /** The one that seals now and all that ever sealed, newest first. */
  certificates(): Promise<SealCertificate[]>;
  /** The key that sealed these bytes, by ES256 or, on earlier attestations, by Ed25519; null where none did. */
  verify(bytes: Buffer, signature: string): Promise<string | null>;
  /** The newest last. */
  publicKeys(): Promise<SealKey[]>;
}

/** Nothing can be sealed now: the certificate has ended, or the key's holder does not answer. */
export class SealUnavailable extends Error {
  override readonly name = 'SealUnavailable';
}
