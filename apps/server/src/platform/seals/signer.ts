import type { X509Certificate } from 'node:crypto';

/** The bytes to sign, whole or as they come. */
export type SignedBytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A key on the curve P-256, wherever it is, and its certificate. */
export type Signer = {
  certificate: X509Certificate;
  /** Its issuers, nearest first. */
  chain: readonly X509Certificate[];
  /** ECDSA with SHA-256 (r ‖ s). @throws {SealUnavailable} */
  sign(bytes: SignedBytes): Promise<Buffer>;
};

/** Gives what seals at this instant: asked before each seal. @throws {SealUnavailable} */
export type CurrentSigner = () => Promise<Signer>;
