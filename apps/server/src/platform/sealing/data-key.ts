import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { ivBytes, newIv } from './ivs.ts';
import { commitmentBytes, suiteId, tagBytes, uint32 } from './message-header.ts';
import type { EncryptedDataKey, MessageHeader } from './message-header.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

/** A raw AES keyring of one key: what it is called is written beside each key that it wraps. */
export interface WrappingKey {
  key: KeyObject;
  name: string;
}

const namespace = Buffer.from('perenne');
export const dataKeyBytes = 32;

/** The wrapped key as the SDK's raw AES keyring writes it; the encryption context is bound to it. */
export function wrapDataKey({ key, name }: WrappingKey, dataKey: Buffer, context: Buffer): EncryptedDataKey {
  const iv = newIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
  return {
    provider: namespace,
    info: Buffer.concat([infoHead(name), iv]),
    ciphertext: Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]),
  };
}

/** @throws {SealedContentBroken} no key in the header was wrapped by this one, for this context */
export function unwrapDataKey({ key, name }: WrappingKey, { dataKeys, context }: MessageHeader): Buffer {
  const head = infoHead(name);
  const ours = dataKeys.find((wrapped) => isWrappedBy(wrapped, head));
  if (!ours) throw new SealedContentBroken('The content is sealed under another key');
  const iv = ours.info.subarray(head.length);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(context).setAuthTag(ours.ciphertext.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(ours.ciphertext.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new SealedContentBroken('The wrapped key of the content is damaged', { cause });
  }
}

const contentKeyInfo = Buffer.concat([suiteId, Buffer.from('DERIVEKEY')]);
const commitmentInfo = Buffer.from('COMMITKEY');

/** The key of the frames. */
export const deriveContentKey = (dataKey: Buffer, messageId: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha512', createSecretKey(dataKey), messageId, contentKeyInfo, dataKeyBytes)));

/** Only this data key gives it: it is written in the header, so that no message can be made to open under two keys. */
export const deriveCommitment = (dataKey: Buffer, messageId: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha512', createSecretKey(dataKey), messageId, commitmentInfo, commitmentBytes));

/** @throws {SealedContentBroken} */
export function requireCommitment(derived: Buffer, written: Buffer): void {
  if (!timingSafeEqual(derived, written))
    throw new SealedContentBroken('The content was not sealed under the key in its header');
}

function isWrappedBy({ provider, info, ciphertext }: EncryptedDataKey, head: Buffer): boolean {
  return (
    provider.equals(namespace) &&
    info.length === head.length + ivBytes &&
    info.subarray(0, head.length).equals(head) &&
    ciphertext.length === dataKeyBytes + tagBytes
  );
}

/** Name, length of the tag in bits, length of the IV in bytes. */
function infoHead(name: string): Buffer {
  return Buffer.concat([Buffer.from(name), uint32(tagBytes * 8), uint32(ivBytes)]);
}
