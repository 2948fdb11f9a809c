import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { isSystemError } from '../system-error.ts';
import { KeyCounts } from './key-counts.ts';
import { createKeyringFile, hasKeyringFile, readKeyringFile } from './keyring-file.ts';
import type { RootKey } from './keyring-file.ts';
import { keyKind, KeyRefused, maxSecretBytes } from './keys.ts';
import type { KeyKind, KeyPurpose, Keys } from './keys.ts';
import { readWrappedKey, wrapAlgorithms, wrappedKeyHead } from './wrapped-key.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Opens a keyring file, the embedded default. It is made when it is missing only if the caller asks for it: a keyring
 * that got lost must stop the start, not be replaced by one that opens nothing.
 *
 * @throws {StartError} missing, malformed, or readable by others
 */
export async function openKeyringFile(path: string, options: { create?: boolean; now: Date }): Promise<Keys> {
  if (options.create && !(await hasKeyringFile(path))) await createKeyringFile(path, options.now);
  const keyring = new Keyring(path);
  await keyring.read();
  return keyring;
}

class Keyring implements Keys {
  readonly #path: string;
  #currentKeyId = '';
  #roots: ReadonlyMap<string, RootKey> = new Map();
  /** The file that was read last. */
  #readFile = '';
  readonly #counts = new KeyCounts();
  readonly counts = this.#counts.byPurpose;

  constructor(path: string) {
    this.#path = path;
  }

  get currentKeyId(): string {
    return this.#currentKeyId;
  }

  /** @throws {StartError} */
  async read(): Promise<void> {
    const file = await identifyFile(this.#path);
    if (file !== '' && file === this.#readFile) return;
    const roots = await readKeyringFile(this.#path);
    const [current] = roots;
    if (!current) throw new KeyRefused('The keyring is empty');
    this.#roots = new Map(roots.map((key) => [key.id, key]));
    this.#currentKeyId = current.id;
    this.#readFile = file;
  }

  /** A rotation adds a key while servers run. The operator may keep the file away from them: what was read stays good. */
  async readAgain(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (!(error instanceof StartError || isSystemError(error, 'EACCES', 'EPERM'))) throw error;
    }
  }

  async wrap(purpose: KeyPurpose, secret: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    await this.readAgain();
    return this.#wrap(keyKind(purpose), secret, context);
  }

  async unwrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    return this.#unwrap(keyKind(purpose), wrapped, context);
  }

  async rewrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    const kind = keyKind(purpose);
    await this.readAgain();
    return this.#wrap(kind, await this.#unwrap(kind, wrapped, context), context);
  }

  #wrap(kind: KeyKind, secret: Buffer, context: string): Buffer {
    if (secret.length > maxSecretBytes) throw new RangeError('The secret is too long to be wrapped');
    const head = wrappedKeyHead(wrapAlgorithms.aes256Gcm, this.currentKeyId);
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#wrappingKey(this.currentKeyId, kind), iv);
    cipher.setAAD(associatedData(head, kind, context));
    return Buffer.concat([head, iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  async #unwrap(kind: KeyKind, wrapped: Buffer, context: string): Promise<Buffer> {
    const { algorithm, keyId, head, body } = readWrappedKey(wrapped);
    if (algorithm !== wrapAlgorithms.aes256Gcm || body.length < ivBytes + tagBytes)
      throw new KeyRefused('The secret was not wrapped by a keyring');
    if (!this.#roots.has(keyId)) await this.readAgain();
    const key = this.#wrappingKey(keyId, kind);
    const iv = body.subarray(0, ivBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(head, kind, context));
    decipher.setAuthTag(body.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(body.subarray(ivBytes, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new KeyRefused('The wrapped secret is damaged or belongs elsewhere', { cause });
    }
  }

  #wrappingKey(keyId: string, kind: KeyKind): Buffer {
    const root = this.#roots.get(keyId);
    if (!root) throw new KeyRefused(`The root key ${keyId} is not in the keyring`);
    const secret = Buffer.from(root.secret, 'base64');
    return Buffer.from(hkdfSync('sha256', secret, '', `perenne/wrap/${kind}/v1`, 32));
  }
}

/** A keyring is never changed in place, but replaced by another file. Empty if it cannot be looked at: reading it says why. */
async function identifyFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found ? `${found.ino}/${found.mtimeMs}/${found.mode}` : '';
}

function associatedData(head: Buffer, kind: KeyKind, context: string): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([kind, context]))]);
}
