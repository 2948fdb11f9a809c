import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const userPresent = 0x01;
const userVerified = 0x04;
const holdsCredential = 0x40;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

type Page = { origin: string; rpId: string };
type Options = Record<string, unknown>;

/** An authenticator with one ES256 passkey, and the browser that asks it (Web Authentication, level 3). */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = randomBytes(32);
  readonly #page: Page;
  /** The name of its owner that it was given with the passkey; left out of its answers where it is undefined. */
  userHandle: string | undefined;
  counter = 0;
  /** Off for a device that did not ask for a finger or a code. */
  verifiesUser = true;

  constructor(page: Page = { origin: 'https://safe.example', rpId: 'safe.example' }) {
    this.#page = page;
  }

  /** The browser's answer for a new passkey. */
  create(options: Options) {
    this.userHandle = (options['user'] as { id: string }).id;
    const attested = Buffer.concat([Buffer.alloc(16), sizeOf(this.credentialId), this.credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(holdsCredential), attested]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    );
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The browser's answer to sign in. */
  answer(options: Options) {
    this.counter += 1;
    const authData = this.#authData(0);
    const clientData = this.#clientData('webauthn.get', options);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(this.userHandle !== undefined && { userHandle: this.userHandle }),
    });
  }

  #credential(response: Record<string, unknown>) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#page.origin, crossOrigin: false }));
  }

  #authData(more: number): Buffer {
    const flags = userPresent | (this.verifiesUser ? userVerified : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#page.rpId), Buffer.of(flags), count]);
  }

  /** RFC 9053: an EC2 key, P-256, for ES256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]));
  }
}

function sizeOf(bytes: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return size;
}
