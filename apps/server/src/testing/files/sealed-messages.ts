import { generateKeySync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  AlgorithmSuiteIdentifier,
  buildClient,
  CommitmentPolicy,
  RawAesKeyringNode,
  RawAesWrappingSuiteIdentifier,
} from '@aws-crypto/client-node';
import { frameRange, sealedSize } from '../../platform/sealing/content-range.ts';
import { beginContent, openContent } from '../../platform/sealing/content.ts';
import type { ContentOwner } from '../../platform/sealing/content.ts';

export const frame = 64 * 1024;
export const sealedFrame = 4 + 12 + frame + 16;
export const sdk = buildClient(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT);

export const owner = (): ContentOwner => ({
  key: generateKeySync('aes', { length: 256 }),
  safeId: 'safe-1',
  documentId: 'document-1',
});

export type Message = { header: Buffer; frames: Buffer };

export async function sealed(safe: ContentOwner, plain: Buffer, chunkBytes: number): Promise<Message> {
  const content = beginContent(safe.documentId);
  return { header: content.headerFor(safe), frames: await joined(content.seal(cut(plain, chunkBytes))) };
}

export function opened(safe: ContentOwner, header: Buffer, frames: AsyncIterable<Buffer>): Promise<Buffer> {
  return joined(openContent(safe, header, { frames }));
}

export async function openedRange(
  safe: ContentOwner,
  { header, frames }: Message,
  range: { plainSize: number; from: number; to: number },
): Promise<{ bytes: Buffer; range: { start: number; end: number } }> {
  const bytes = frameRange(range);
  const some = cut(frames.subarray(bytes.start, bytes.end), 33_333);
  return { bytes: await joined(openContent(safe, header, { frames: some, range })), range: bytes };
}

export async function openedUntilError(
  safe: ContentOwner,
  header: Buffer,
  frames: AsyncIterable<Buffer>,
): Promise<{ given: Buffer; error: unknown }> {
  const given: Buffer[] = [];
  try {
    for await (const part of openContent(safe, header, { frames })) given.push(part);
  } catch (error) {
    return { given: Buffer.concat(given), error };
  }
  return { given: Buffer.concat(given), error: undefined };
}

export async function sdkSealed(safe: ContentOwner, plain: Buffer): Promise<Message> {
  const { result } = await sdk.encrypt(sdkKeyring(safe), plain, {
    encryptionContext: { document: safe.documentId },
    frameLength: frame,
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
  });
  const headerBytes = result.length - sealedSize(plain.length);
  return { header: result.subarray(0, headerBytes), frames: result.subarray(headerBytes) };
}

export function sdkKeyring({ key, safeId }: ContentOwner): RawAesKeyringNode {
  return new RawAesKeyringNode({
    keyNamespace: 'perenne',
    keyName: safeId,
    // The SDK keeps the key's memory and clears it in the end.
    unencryptedMasterKey: new Uint8Array(key.export()),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  });
}

/** Returns the error with which a promise rejects. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

export async function* cut(bytes: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

export function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  return buffer(parts);
}

export function flipped(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

export function renumber(frameBytes: Buffer, sequence: number): Buffer {
  const copy = Buffer.from(frameBytes);
  copy.writeUInt32BE(sequence, 0);
  copy.writeUInt32BE(sequence, 12);
  return copy;
}
