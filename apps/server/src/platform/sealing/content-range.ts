import { finalHeadBytes, frameBytes, regularHeadBytes } from './frames.ts';
import { tagBytes } from './message-header.ts';

/** Plain bytes `from` up to and without `to`, of a content of `plainSize` bytes. */
export type PlainRange = { plainSize: number; from: number; to: number };

const sealedFrameBytes = regularHeadBytes + frameBytes + tagBytes;

/** How many bytes the frames of a content take: what the object's size must be. */
export function sealedSize(plainSize: number): number {
  return regularFrames(plainSize) * sealedFrameBytes + finalHeadBytes + (plainSize % frameBytes) + tagBytes;
}

/** Which bytes of the object hold a range of the content; an empty range needs none of them. */
export function frameRange(range: PlainRange): { start: number; end: number } {
  const { from, to, plainSize } = checkedRange(range);
  if (from === to) return { start: 0, end: 0 };
  const lastFrame = frameIndex(to - 1);
  const isFinal = lastFrame === regularFrames(plainSize);
  const end = isFinal ? sealedSize(plainSize) : (lastFrame + 1) * sealedFrameBytes;
  return { start: frameIndex(from) * sealedFrameBytes, end };
}

/** The frames of a range: sequence number of the first, what to skip of it, and how much to give. */
export function rangePlan(range: PlainRange): { sequence: number; skip: number; length: number } {
  const { from, to } = checkedRange(range);
  return { sequence: frameIndex(from) + 1, skip: from % frameBytes, length: to - from };
}

function checkedRange(range: PlainRange): PlainRange {
  const { plainSize, from, to } = range;
  if (![plainSize, from, to].every(Number.isSafeInteger) || from < 0 || from > to || to > plainSize)
    throw new RangeError(`No bytes ${from} to ${to} in ${plainSize}`);
  return range;
}

function frameIndex(byte: number): number {
  return Math.floor(byte / frameBytes);
}

/** The SDK closes every message with a final frame, an empty one after a whole number of frames. */
function regularFrames(plainSize: number): number {
  return Math.floor(plainSize / frameBytes);
}
