import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
  NotFoundException,
} from '@aws-sdk/client-kms';
import { StartError } from '../start-error.ts';
import { KeyCounts } from './key-counts.ts';
import { openKmsClient, type KmsAddress } from './kms-client.ts';
import { keyKind, KeyRefused, KeysUnavailable, maxSecretBytes } from './keys.ts';
import type { KeyKind, KeyPurpose, Keys } from './keys.ts';
import { readWrappedKey, wrapAlgorithms, wrappedKeyHead } from './wrapped-key.ts';

export interface KmsSettings extends KmsAddress {
  /** the key that wraps: an id, an ARN or an alias */
  keyId: string;
  /** keys that wrapped before and still open */
  formerKeyIds?: string[];
}

/**
 * A KMS that speaks the API of Amazon's holds the root keys: they never come here. Kind and context are the
 * encryption context, so the KMS's own log of every use names them.
 *
 * @throws {StartError} a key is missing or disabled
 * @throws {KeysUnavailable} the KMS does not answer
 */
export async function connectKms(settings: KmsSettings): Promise<Keys> {
  const { keyId, formerKeyIds = [] } = settings;
  const client = openKmsClient(settings);
  const current = await findKey(client, keyId);
  const former = await Promise.all(formerKeyIds.map((id) => findKey(client, id)));
  return new KmsKeys(client, current, former);
}

class KmsKeys implements Keys {
  readonly currentKeyId: string;
  readonly #client: KMSClient;
  /** Only these open: whoever could write to the database must not bring a key of his own. */
  readonly #known: ReadonlySet<string>;
  readonly #counts = new KeyCounts();
  readonly counts = this.#counts.byPurpose;

  constructor(client: KMSClient, current: string, former: string[]) {
    this.#client = client;
    this.currentKeyId = current;
    this.#known = new Set([current, ...former]);
  }

  async wrap(purpose: KeyPurpose, secret: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    return this.#wrap(keyKind(purpose), secret, context);
  }

  async unwrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    return this.#unwrap(keyKind(purpose), wrapped, context);
  }

  async rewrap(purpose: KeyPurpose, wrapped: Buffer, context: string): Promise<Buffer> {
    this.#counts.add(purpose);
    const kind = keyKind(purpose);
    return this.#wrap(kind, await this.#unwrap(kind, wrapped, context), context);
  }

  /** Its keys are those that are configured. */
  async readAgain(): Promise<void> {}

  async #wrap(kind: KeyKind, secret: Buffer, context: string): Promise<Buffer> {
    if (secret.length > maxSecretBytes) throw new RangeError('The secret is too long to be wrapped');
    const command = new EncryptCommand({
      KeyId: this.currentKeyId,
      Plaintext: secret,
      EncryptionContext: { purpose: kind, context },
    });
    const { CiphertextBlob } = await asked(() => this.#client.send(command));
    return Buffer.concat([wrappedKeyHead(wrapAlgorithms.kms, this.currentKeyId), present(CiphertextBlob)]);
  }

  async #unwrap(kind: KeyKind, wrapped: Buffer, context: string): Promise<Buffer> {
    const { algorithm, keyId, body } = readWrappedKey(wrapped);
    if (algorithm !== wrapAlgorithms.kms) throw new KeyRefused('The secret was not wrapped by a KMS');
    if (!this.#known.has(keyId)) throw new KeyRefused(`The root key ${keyId} is not configured`);
    const command = new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob: body,
      EncryptionContext: { purpose: kind, context },
    });
    const { Plaintext } = await asked(() => this.#client.send(command));
    return Buffer.from(present(Plaintext));
  }
}

/** The ARN, which names the key for ever: an alias may be given to another key. */
async function findKey(client: KMSClient, keyId: string): Promise<string> {
  const { KeyMetadata } = await asked(() => client.send(new DescribeKeyCommand({ KeyId: keyId }))).catch(
    (error: unknown) => {
      throw error instanceof KeyRefused ? new StartError(`The KMS has no key ${keyId}`, { cause: error }) : error;
    },
  );
  if (!KeyMetadata?.Arn || !KeyMetadata.Enabled) throw new StartError(`The key ${keyId} of the KMS is not enabled`);
  return KeyMetadata.Arn;
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isRefusal(cause)) throw new KeyRefused('The KMS refused the secret', { cause });
    throw new KeysUnavailable('The KMS does not answer as it should', { cause });
  }
}

function isRefusal(error: unknown): boolean {
  return [InvalidCiphertextException, IncorrectKeyException, NotFoundException].some((kind) => error instanceof kind);
}

function present(bytes: Uint8Array | undefined): Uint8Array {
  if (!bytes) throw new KeysUnavailable('The KMS answered without bytes');
  return bytes;
}
