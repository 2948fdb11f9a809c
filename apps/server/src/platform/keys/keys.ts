/**
 * The kind of secret that the root key wraps. Each kind has a wrapping key of its own, so a secret wrapped as one
 * kind never opens as another.
 */
export type KeyKind = (typeof keyKinds)[number];

const keyKinds = ['safe', 'identity', 'journal', 'signing', 'tokens'] as const;

/** On whose behalf the secret is asked for: counted apart, without a share in the cipher. */
export type KeyUse = 'owner' | 'deposit' | 'sharing' | 'collecting' | 'background' | 'operator';

/** `safe/deposit`: the safe's key, asked for a deposit. A kind alone is an asking without a use. */
export type KeyPurpose = KeyKind | `${KeyKind}/${KeyUse}`;

/**
 * The holder of the root key. It wraps and unwraps small secrets and never hands out the root.
 *
 * `context` names what the secret belongs to (the safe's id); it is bound as associated data, so a
 * wrapped secret opens only under the same kind and the same context. Secrets are at most 4,096
 * bytes, the limit of a KMS.
 *
 * A wrapped secret begins with its algorithm (1 byte), the length of the root key's id (2 bytes,
 * big endian) and that id.
 */
export interface Keys {
  wrap(purpose: KeyPurpose, secret: Buffer, context: string): Promise<Buffer>;
  /** @throws {KeyRefused} wrapped under an unknown root key, for something else, or damaged */
  unwrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer>;
  /** Wraps again under the current root key; what is sealed under the secret stays as it is. */
  rewrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer>;
  /** Takes note of a root key that was added: by itself it does so before it wraps, and when it meets an unknown one. */
  readAgain(): Promise<void>;
  /** The root key that wraps now: a rotation is done when every wrapped secret names it. */
  readonly currentKeyId: string;
  /** How often each purpose was asked for since the process started. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The secret cannot be had with this keyring, kind and context: never a passing trouble. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

/** The root key's holder does not answer: worth asking again. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

export const maxSecretBytes = 4096;

export function keyKind(purpose: KeyPurpose): KeyKind {
  const kind = keyKinds.find((kind) => purpose === kind || purpose.startsWith(`${kind}/`));
  if (!kind) throw new TypeError(`Unknown kind of key: ${purpose}`);
  return kind;
}
