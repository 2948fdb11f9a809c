import { generateKeySync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  cut,
  errorOf,
  flipped,
  frame,
  joined,
  opened,
  openedUntilError,
  owner,
  renumber,
  sealed,
  sealedFrame,
} from '../../testing/files/sealed-messages.ts';
import { frameRange } from './content-range.ts';
import { openContent } from './content.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

describe('a sealed content that was tampered with', () => {
  it('does not open with any byte of its header changed, added or cut off', async () => {
    const safe = owner();
    const { header, frames } = await sealed(safe, randomBytes(1000), 1000);
    for (const index of header.keys()) {
      expect(await errorOf(opened(safe, flipped(header, index), cut(frames, frame)))).toBeInstanceOf(
        SealedContentBroken,
      );
      expect(await errorOf(opened(safe, header.subarray(0, index), cut(frames, frame)))).toBeInstanceOf(
        SealedContentBroken,
      );
    }
    expect(await errorOf(opened(safe, Buffer.concat([header, Buffer.of(0)]), cut(frames, frame)))).toBeInstanceOf(
      SealedContentBroken,
    );
  });

  it('gives nothing of a frame of which any part is changed', async () => {
    const safe = owner();
    const plain = randomBytes(2 * frame + 500);
    const { header, frames } = await sealed(safe, plain, frame);
    const final = 2 * sealedFrame;
    const inFirst = [0, 3, 4, 15, 16, 1000, sealedFrame - 17, sealedFrame - 16, sealedFrame - 1];
    const inFinal = [0, 4, 7, 8, 19, 20, 23, 24, 300, 24 + 499, 24 + 500, 24 + 515].map((index) => final + index);
    for (const index of [...inFirst, ...inFirst.map((at) => at + sealedFrame), ...inFinal]) {
      const { given, error } = await openedUntilError(safe, header, cut(flipped(frames, index), 10_000));
      expect(error).toBeInstanceOf(SealedContentBroken);
      expect(given).toEqual(plain.subarray(0, Math.min(Math.floor(index / sealedFrame), 2) * frame));
    }
  });

  it('tells that it was cut short, wherever that was', async () => {
    const safe = owner();
    const { header, frames } = await sealed(safe, randomBytes(2 * frame), frame);
    const ends = [0, 1, 15, sealedFrame - 1, sealedFrame, 2 * sealedFrame - 1, 2 * sealedFrame, frames.length - 1];
    for (const end of ends)
      expect(await errorOf(opened(safe, header, cut(frames.subarray(0, end), frame)))).toBeInstanceOf(
        SealedContentBroken,
      );
  });

  it('tells that a range was cut short', async () => {
    const safe = owner();
    const { header, frames } = await sealed(safe, randomBytes(3 * frame), frame);
    const range = { plainSize: 3 * frame, from: frame, to: 3 * frame };
    const { start, end } = frameRange(range);
    for (const cutEnd of [start, start + 100, start + sealedFrame, end - 41])
      expect(
        await errorOf(joined(openContent(safe, header, { frames: cut(frames.subarray(start, cutEnd), frame), range }))),
      ).toBeInstanceOf(SealedContentBroken);
  });

  it('does not open with frames swapped, repeated, left out or followed by more', async () => {
    const safe = owner();
    const { header, frames } = await sealed(safe, randomBytes(3 * frame + 9), frame);
    const part = (index: number): Buffer => frames.subarray(index * sealedFrame, (index + 1) * sealedFrame);
    const orders = [[1, 0, 2, 3], [0, 0, 1, 2, 3], [0, 2, 3], [1, 2, 3], [3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 0]];
    for (const order of orders)
      expect(await errorOf(opened(safe, header, cut(Buffer.concat(order.map(part)), frame)))).toBeInstanceOf(
        SealedContentBroken,
      );
    const renumbered = Buffer.concat([renumber(part(1), 1), renumber(part(0), 2), part(2), part(3)]);
    expect(await errorOf(opened(safe, header, cut(renumbered, frame)))).toBeInstanceOf(SealedContentBroken);
  });

  it('does not open with the frames or the header of another content of the same safe', async () => {
    const safe = owner();
    const other = { ...safe, documentId: 'document-2' };
    const [first, second] = [await sealed(safe, randomBytes(9), 9), await sealed(other, randomBytes(9), 9)];
    expect(await errorOf(opened(safe, first.header, cut(second.frames, frame)))).toBeInstanceOf(SealedContentBroken);
    expect(await errorOf(opened(safe, second.header, cut(second.frames, frame)))).toBeInstanceOf(SealedContentBroken);
  });

  it('does not open under another key or for another safe', async () => {
    const safe = owner();
    const { header, frames } = await sealed(safe, randomBytes(9), 9);
    expect(
      await errorOf(opened({ ...safe, key: generateKeySync('aes', { length: 256 }) }, header, cut(frames, frame))),
    ).toBeInstanceOf(SealedContentBroken);
    expect(await errorOf(opened({ ...safe, safeId: 'safe-2' }, header, cut(frames, frame)))).toBeInstanceOf(
      SealedContentBroken,
    );
  });
});
