import { headBytes, openFrame, readHead } from './frames.ts';
import type { FrameHead, FrameKey } from './frames.ts';
import { tagBytes } from './message-header.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

/** Opens the frames of a message one after the other, from any first one on. */
export class FrameReader {
  readonly #key: FrameKey;
  readonly #frameBytes: number;
  #sequence: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #neededBytes = 1;
  #closed = false;

  constructor(key: FrameKey, frame: { frameBytes: number; firstSequence: number }) {
    this.#key = key;
    this.#frameBytes = frame.frameBytes;
    this.#sequence = frame.firstSequence;
  }

  /** Whether the final frame was read: only then nothing is missing. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** The contents of the frames that this chunk completes, each authenticated before it is given. */
  *push(chunk: Uint8Array): Generator<Buffer> {
    this.#waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < this.#neededBytes) return;
    let bytes = Buffer.concat(this.#waiting);
    for (let head = this.#nextHead(bytes); head; head = this.#nextHead(bytes)) {
      const end = sealedBytes(head);
      if (bytes.length < end) break;
      yield openFrame(this.#key, head, bytes.subarray(headBytes(head), end));
      this.#closed = head.isFinal;
      this.#sequence += 1;
      bytes = bytes.subarray(end);
    }
    this.#waiting = [bytes];
    this.#waitingBytes = bytes.length;
  }

  #nextHead(bytes: Buffer): FrameHead | null {
    if (this.#closed && bytes.length > 0) throw new SealedContentBroken('The content is followed by more');
    const head = readHead(bytes, this.#frameBytes);
    this.#neededBytes = head ? sealedBytes(head) : bytes.length + 1;
    if (head && head.sequence !== this.#sequence)
      throw new SealedContentBroken(`Frame ${head.sequence} stands where frame ${this.#sequence} belongs`);
    return head;
  }
}

function sealedBytes(head: FrameHead): number {
  return headBytes(head) + head.plainBytes + tagBytes;
}
