import { generateKeySync, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cut,
  errorOf,
  frame,
  joined,
  opened,
  openedRange,
  owner,
  sdk,
  sdkKeyring,
  sdkSealed,
  sealed,
  sealedFrame,
  flipped,
} from '../../testing/files/sealed-messages.ts';
import { frameRange, sealedSize } from './content-range.ts';
import { beginContent, rewrapHeader } from './content.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

const borders = [0, 1, frame - 1, frame, frame + 1, 3 * frame - 1, 3 * frame, 3 * frame + 1, 5 * frame + 1234];
const anySize = fc.oneof(
  fc.constantFrom(...borders),
  fc.integer({ min: 0, max: 4 * frame }),
  fc.integer({ min: -2, max: 2 }).chain((shift) => fc.constantFrom(frame + shift, 2 * frame + shift)),
);
describe('a sealed content', () => {
  it('opens as it was, of any size, cut into chunks of any size', async () => {
    const property = fc.asyncProperty(anySize, fc.integer({ min: 700, max: 300_000 }), async (size, chunkBytes) => {
      const [safe, plain] = [owner(), randomBytes(size)];
      const { header, frames } = await sealed(safe, plain, chunkBytes);
      expect(frames.length).toBe(sealedSize(size));
      expect((await opened(safe, header, cut(frames, chunkBytes + 1))).equals(plain)).toBe(true);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('is a message that the AWS Encryption SDK opens', async () => {
    const property = fc.asyncProperty(anySize, async (size) => {
      const [safe, plain] = [owner(), randomBytes(size)];
      const { header, frames } = await sealed(safe, plain, 50_000);
      const { plaintext, messageHeader } = await sdk.decrypt(sdkKeyring(safe), Buffer.concat([header, frames]));
      expect(plaintext.equals(plain)).toBe(true);
      expect(messageHeader.encryptionContext).toEqual({ document: 'document-1' });
      expect(messageHeader.suiteId).toBe(0x0478);
      expect(messageHeader.frameLength).toBe(frame);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('may be a message that the AWS Encryption SDK made, whole or in ranges', async () => {
    const property = fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, a, b) => {
      const [safe, plain] = [owner(), randomBytes(size)];
      const { header, frames } = await sdkSealed(safe, plain);
      expect(frames.length).toBe(sealedSize(size));
      expect((await opened(safe, header, cut(frames, 99_999))).equals(plain)).toBe(true);
      const from = a % (size + 1);
      const to = from + (b % (size - from + 1));
      expect((await openedRange(safe, { header, frames }, { plainSize: size, from, to })).bytes).toEqual(
        plain.subarray(from, to),
      );
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('opens any range from the frames of that range alone', async () => {
    const property = fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, a, b) => {
      const [safe, plain] = [owner(), randomBytes(size)];
      const message = await sealed(safe, plain, 70_000);
      const from = a % (size + 1);
      const to = from + (b % (size - from + 1));
      const { bytes, range } = await openedRange(safe, message, { plainSize: size, from, to });
      expect(bytes).toEqual(plain.subarray(from, to));
      expect(range.end - range.start).toBeLessThanOrEqual(to - from + 2 * sealedFrame);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('refuses a range outside of the content', () => {
    for (const range of [
      { plainSize: 10, from: 0, to: 11 },
      { plainSize: 10, from: 5, to: 4 },
      { plainSize: 10, from: -1, to: 4 },
      { plainSize: 10, from: 0.5, to: 4 },
    ])
      expect(() => frameRange(range)).toThrow(RangeError);
  });

  it('shows nothing of the content or its keys', async () => {
    const safe = owner();
    const plain = Buffer.alloc(3 * frame, 'Bulletin de paie ');
    const { header, frames } = await sealed(safe, plain, 50_000);
    expect(frames.includes('Bulletin')).toBe(false);
    expect(header.includes(safe.key.export())).toBe(false);
  });

  it('seals each content under a key of its own, and one content only', async () => {
    const safe = owner();
    const [first, second] = [beginContent(safe.documentId), beginContent(safe.documentId)];
    const frames = await joined(first.seal(cut(Buffer.alloc(100), 100)));
    expect(await joined(second.seal(cut(Buffer.alloc(100), 100)))).not.toEqual(frames);
    expect(() => first.seal(cut(Buffer.alloc(100), 100))).toThrow('one content');
  });

  it('hands on the error of a content that breaks off', async () => {
    const breaking = (async function* () {
      yield randomBytes(2 * frame);
      throw new Error('connection lost');
    })();
    await expect(joined(beginContent('document-1').seal(breaking))).rejects.toThrow('connection lost');
  });

  it('keeps no more than a few frames in memory while it passes', async () => {
    let taken = 0;
    const source = (async function* () {
      for (; taken < 200; taken += 1) yield Buffer.alloc(frame);
    })();
    let given = 0;
    for await (const part of beginContent('document-1').seal(source)) {
      given += part.length;
      expect(taken * frame - given).toBeLessThan(2 * frame);
    }
    expect(given).toBe(sealedSize(200 * frame));
  });
});

describe('a content moved to another safe', () => {
  it('opens there with the same frames, by the SDK too, and no longer opens by the new header where it was', async () => {
    const [from, plain] = [owner(), randomBytes(2 * frame + 77)];
    const to = { ...from, key: generateKeySync('aes', { length: 256 }), safeId: 'safe-2' };
    const { header, frames } = await sealed(from, plain, 20_000);
    const moved = rewrapHeader(header, from, to);
    expect(await opened(to, moved, cut(frames, frame))).toEqual(plain);
    expect((await sdk.decrypt(sdkKeyring(to), Buffer.concat([moved, frames]))).plaintext).toEqual(plain);
    expect(await errorOf(opened(from, moved, cut(frames, frame)))).toBeInstanceOf(SealedContentBroken);
    expect(await errorOf(opened(to, header, cut(frames, frame)))).toBeInstanceOf(SealedContentBroken);
    const back = rewrapHeader(moved, to, from);
    expect(await opened(from, back, cut(frames, frame))).toEqual(plain);
  });

  it('may be given to another document', async () => {
    const from = owner();
    const to = { key: generateKeySync('aes', { length: 256 }), safeId: 'safe-2', documentId: 'document-2' };
    const { header, frames } = await sealed(from, Buffer.from('plain'), 20_000);
    const moved = rewrapHeader(header, from, to);
    expect((await opened(to, moved, cut(frames, frame))).toString()).toBe('plain');
  });

  it('moves only by who can open it, and unharmed', async () => {
    const from = owner();
    const { header } = await sealed(from, Buffer.from('plain'), 20_000);
    const other = { ...from, key: generateKeySync('aes', { length: 256 }) };
    expect(() => rewrapHeader(header, other, from)).toThrow(SealedContentBroken);
    expect(() => rewrapHeader(flipped(header, header.length - 1), from, other)).toThrow(SealedContentBroken);
  });
});
