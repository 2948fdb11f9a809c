import { createCipheriv, createDecipheriv, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { signDigest } from '../files/sign-digest.ts';

/** A stand-in of a KMS: the calls that we make, in its JSON protocol, over keys in memory. */
export interface TestKms {
  endpoint: string;
  /** Makes a key, or an alias of one, and gives its ARN. */
  addKey(name: string, state?: { enabled: boolean }): string;
  /** Makes a key that signs (ECC_NIST_P256), and gives its public half. */
  addSigningKey(name: string): KeyObject;
  pointAlias(alias: string, arn: string): void;
  /** From now on every call fails so. */
  failWith(type: string, status: number): void;
  /** The lines of the KMS's own log: call, key, encryption context. */
  readonly log: string[];
  stop(): Promise<void>;
}

const requestSchema = z.object({
  KeyId: z.string(),
  Plaintext: z.base64().optional(),
  Message: z.base64().optional(),
  CiphertextBlob: z.base64().optional(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
});
type KmsRequest = z.infer<typeof requestSchema>;
type RootKey = { arn: string; secret: Buffer; enabled: boolean };

class KmsError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, status = 400) {
    super(type);
    this.type = type;
    this.status = status;
  }
}

export async function startKms(): Promise<TestKms> {
  const kms = new MemoryKms();
  const server = createServer((request, response) => {
    kms.answer(request).then(
      (answer) => response.writeHead(200, { 'content-type': jsonType }).end(JSON.stringify(answer)),
      (error: unknown) => {
        const { type, status } = error instanceof KmsError ? error : new KmsError('InternalException', 500);
        response.writeHead(status, { 'content-type': jsonType }).end(JSON.stringify({ __type: type, message: type }));
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    addKey: (name, state) => kms.addKey(name, state),
    addSigningKey: (name) => kms.addSigningKey(name),
    pointAlias: (alias, arn) => kms.pointAlias(alias, arn),
    failWith: (type, status) => (kms.failure = new KmsError(type, status)),
    log: kms.log,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const jsonType = 'application/x-amz-json-1.1';

class MemoryKms {
  failure: KmsError | undefined;
  readonly log: string[] = [];
  readonly #keys = new Map<string, RootKey>();
  readonly #signingKeys = new Map<string, KeyObject>();

  addKey(name: string, { enabled } = { enabled: true }): string {
    const arn = `arn:aws:kms:eu-west-3:000000000000:key/${name}`;
    const key = { arn, secret: randomBytes(32), enabled };
    for (const id of [name, arn]) this.#keys.set(id, key);
    return arn;
  }

  addSigningKey(name: string): KeyObject {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#signingKeys.set(name, privateKey);
    return publicKey;
  }

  pointAlias(alias: string, arn: string): void {
    this.#keys.set(alias, this.#find(arn));
  }

  async answer(request: IncomingMessage): Promise<unknown> {
    const body = requestSchema.parse(await json(request));
    if (this.failure) throw this.failure;
    const call = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const signingKey = this.#signingKeys.get(body.KeyId);
    if (signingKey) return this.#sign(call, signingKey, body);
    const key = this.#find(body.KeyId);
    this.log.push(`${call} ${key.arn} ${JSON.stringify(body.EncryptionContext)}`);
    if (call === 'DescribeKey') return { KeyMetadata: { KeyId: key.arn, Arn: key.arn, Enabled: key.enabled } };
    if (!key.enabled) throw new KmsError('DisabledException');
    if (call === 'Encrypt') return { KeyId: key.arn, CiphertextBlob: encrypt(key, body).toString('base64') };
    if (call === 'Decrypt') return { KeyId: key.arn, Plaintext: decrypt(key, body).toString('base64') };
    throw new KmsError('UnknownOperationException');
  }

  #sign(call: string, key: KeyObject, { KeyId, Message = '' }: KmsRequest): unknown {
    this.log.push(`${call} ${KeyId}`);
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
    if (call === 'GetPublicKey') return { KeyId, PublicKey: publicKey.toString('base64') };
    if (call !== 'Sign') throw new KmsError('InvalidKeyUsageException');
    const signature = signDigest(key, Buffer.from(Message, 'base64'));
    return { KeyId, Signature: signature.toString('base64'), SigningAlgorithm: 'ECDSA_SHA_256' };
  }

  #find(id: string): RootKey {
    const key = this.#keys.get(id);
    if (!key) throw new KmsError('NotFoundException');
    return key;
  }
}

function encrypt({ secret }: RootKey, { Plaintext = '', EncryptionContext }: KmsRequest): Buffer {
  const plain = Buffer.from(Plaintext, 'base64');
  if (plain.length === 0 || plain.length > 4096) throw new KmsError('ValidationException');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(contextBytes(EncryptionContext));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt({ secret }: RootKey, { CiphertextBlob = '', EncryptionContext }: KmsRequest): Buffer {
  const blob = Buffer.from(CiphertextBlob, 'base64');
  if (blob.length < 29) throw new KmsError('InvalidCiphertextException');
  const decipher = createDecipheriv('aes-256-gcm', secret, blob.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(contextBytes(EncryptionContext)).setAuthTag(blob.subarray(-16));
  try {
    return Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()]);
  } catch {
    throw new KmsError('InvalidCiphertextException');
  }
}

function contextBytes(context: Record<string, string>): Buffer {
  return Buffer.from(
    JSON.stringify(
      Object.entries(context)
        .map((pair) => JSON.stringify(pair))
        .toSorted(),
    ),
  );
}
