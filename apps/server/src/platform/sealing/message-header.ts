import { SealedContentBroken } from './sealed-content-broken.ts';

/**
 * The header of a message of the AWS Encryption SDK, format version 2, committing suite 0x0478
 * (AES-256-GCM, HKDF-SHA-512, key commitment, no signature).
 * https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html
 */
export interface MessageHeader {
  messageId: Buffer;
  /** The encryption context as `writeContext` writes it: what the data key's wrapping is bound to. */
  context: Buffer;
  dataKeys: EncryptedDataKey[];
  frameBytes: number;
  commitment: Buffer;
}

export interface EncryptedDataKey {
  provider: Buffer;
  info: Buffer;
  ciphertext: Buffer;
}

export const suiteId = Buffer.of(0x04, 0x78);
export const messageIdBytes = 32;
export const commitmentBytes = 32;
export const tagBytes = 16;

const version = Buffer.of(0x02);
const framed = Buffer.of(0x02);

/** Everything but the authentication tag that follows it. */
export function writeHeader(header: MessageHeader): Buffer {
  return Buffer.concat([
    version,
    suiteId,
    header.messageId,
    ...prefixed(header.context),
    uint16(header.dataKeys.length),
    ...header.dataKeys.flatMap((key) => [
      ...prefixed(key.provider),
      ...prefixed(key.info),
      ...prefixed(key.ciphertext),
    ]),
    framed,
    uint32(header.frameBytes),
    header.commitment,
  ]);
}

/** The encryption context of one key and its value. */
export const writeContext = (key: string, value: string): Buffer =>
  Buffer.concat([uint16(1), ...prefixed(Buffer.from(key)), ...prefixed(Buffer.from(value))]);

/** @throws {SealedContentBroken} cut short, followed by more, or of another kind than ours */
export function readHeader(bytes: Buffer): { header: MessageHeader; body: Buffer; tag: Buffer } {
  const reader = new HeaderReader(bytes);
  reader.expect(version, 'version');
  reader.expect(suiteId, 'algorithm suite');
  const messageId = reader.take(messageIdBytes);
  const context = reader.takePrefixed();
  const dataKeys = Array.from({ length: reader.takeUint16() }, () => reader.takeDataKey());
  reader.expect(framed, 'content type');
  const frameBytes = reader.takeUint32();
  const commitment = reader.take(commitmentBytes);
  const body = bytes.subarray(0, reader.position);
  const tag = reader.take(tagBytes);
  reader.end();
  return { header: { messageId, context, dataKeys, frameBytes, commitment }, body, tag };
}

class HeaderReader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.position, this.position + length);
    if (taken.length < length) throw new SealedContentBroken('The header is cut short');
    this.position += length;
    return taken;
  }

  takeUint16(): number {
    return this.take(2).readUInt16BE();
  }

  takeUint32(): number {
    return this.take(4).readUInt32BE();
  }

  takePrefixed(): Buffer {
    return this.take(this.takeUint16());
  }

  takeDataKey(): EncryptedDataKey {
    return { provider: this.takePrefixed(), info: this.takePrefixed(), ciphertext: this.takePrefixed() };
  }

  expect(value: Buffer, name: string): void {
    if (!this.take(value.length).equals(value)) throw new SealedContentBroken(`The header has another ${name}`);
  }

  end(): void {
    if (this.position !== this.#bytes.length) throw new SealedContentBroken('The header is followed by more');
  }
}

const prefixed = (bytes: Buffer): Buffer[] => [uint16(bytes.length), bytes];

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
