import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { tagBytes } from './message-header.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

/**
 * The frames of a message of the AWS Encryption SDK. A regular frame holds exactly `frameBytes`:
 *   sequence number (4) | IV (12) | ciphertext | tag (16)
 * The final frame closes the message with the rest, of 0 to `frameBytes` bytes:
 *   0xFFFFFFFF | sequence number (4) | IV (12) | length (4) | ciphertext | tag (16)
 * Sequence numbers begin at 1; the IV is the sequence number. A key serves one message, so no IV
 * is ever used twice under it.
 */
export const frameBytes = 64 * 1024;

const ivBytes = 12;
const finalMark = 0xffffffff;
export const regularHeadBytes = 4 + ivBytes;
export const finalHeadBytes = 4 + 4 + ivBytes + 4;
const regularLabel = Buffer.from('AWSKMSEncryptionClient Frame');
const finalLabel = Buffer.from('AWSKMSEncryptionClient Final Frame');

export interface FrameKey {
  contentKey: KeyObject;
  messageId: Buffer;
}

export interface FrameHead {
  sequence: number;
  isFinal: boolean;
  plainBytes: number;
}

/** Seals one frame's content into the pieces of the frame: joining them would cost a copy. */
export function sealFrame(key: FrameKey, head: Omit<FrameHead, 'plainBytes'>, plain: Uint8Array): Buffer[] {
  const full = { ...head, plainBytes: plain.length };
  const cipher = createCipheriv('aes-256-gcm', key.contentKey, frameIv(head.sequence));
  cipher.setAAD(associatedData(key.messageId, full));
  const sealed = cipher.update(plain);
  cipher.final();
  return [writeHead(full), sealed, cipher.getAuthTag()];
}

/** @throws {SealedContentBroken} unless every bit of the frame is as it was sealed */
export function openFrame(key: FrameKey, head: FrameHead, sealed: Buffer): Buffer {
  const iv = frameIv(head.sequence);
  const decipher = createDecipheriv('aes-256-gcm', key.contentKey, iv, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(key.messageId, head)).setAuthTag(sealed.subarray(head.plainBytes));
  const plain = decipher.update(sealed.subarray(0, head.plainBytes));
  try {
    decipher.final();
  } catch (cause) {
    throw new SealedContentBroken(`Frame ${head.sequence} of the content is damaged`, { cause });
  }
  return plain;
}

/** Reads a frame's head; returns null when there are too few bytes. */
export function readHead(bytes: Buffer, regularPlainBytes: number): FrameHead | null {
  if (bytes.length < regularHeadBytes) return null;
  const isFinal = bytes.readUInt32BE(0) === finalMark;
  if (!isFinal) return checked(bytes, { sequence: bytes.readUInt32BE(0), isFinal, plainBytes: regularPlainBytes });
  if (bytes.length < finalHeadBytes) return null;
  const plainBytes = bytes.readUInt32BE(finalHeadBytes - 4);
  if (plainBytes > regularPlainBytes) throw new SealedContentBroken('The final frame is too long');
  return checked(bytes, { sequence: bytes.readUInt32BE(4), isFinal, plainBytes });
}

export function headBytes({ isFinal }: FrameHead): number {
  return isFinal ? finalHeadBytes : regularHeadBytes;
}

function checked(bytes: Buffer, head: FrameHead): FrameHead {
  const start = head.isFinal ? 8 : 4;
  if (!bytes.subarray(start, start + ivBytes).equals(frameIv(head.sequence)))
    throw new SealedContentBroken(`The head of frame ${head.sequence} is damaged`);
  return head;
}

function writeHead(head: FrameHead): Buffer {
  const bytes = Buffer.alloc(headBytes(head));
  if (!head.isFinal) {
    bytes.writeUInt32BE(head.sequence, 0);
    bytes.writeUInt32BE(head.sequence, regularHeadBytes - 4);
    return bytes;
  }
  bytes.writeUInt32BE(finalMark, 0);
  bytes.writeUInt32BE(head.sequence, 4);
  bytes.writeUInt32BE(head.sequence, finalHeadBytes - 8);
  bytes.writeUInt32BE(head.plainBytes, finalHeadBytes - 4);
  return bytes;
}

function frameIv(sequence: number): Buffer {
  const iv = Buffer.alloc(ivBytes);
  iv.writeUInt32BE(sequence, ivBytes - 4);
  return iv;
}

function associatedData(messageId: Buffer, { sequence, isFinal, plainBytes }: FrameHead): Buffer {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(sequence, 0);
  numbers.writeBigUInt64BE(BigInt(plainBytes), 4);
  return Buffer.concat([messageId, isFinal ? finalLabel : regularLabel, numbers]);
}
