import { freeBytes } from '../bytes/free-bytes.ts';
import { finalHeadBytes, headBytes, openFrame, readHead } from './frames.ts';
import type { FrameHead, FrameKey } from './frames.ts';
import { tagBytes } from './message-header.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

/** Opens the frames of a message one after the other, from any first one on. */
export class FrameReader {
  readonly #key: FrameKey;
  readonly #frameBytes: number;
  #sequence: number;
  /** The bytes so far of a frame that did not come in one chunk. */
  #begun = Buffer.alloc(0);
  #begunBytes = 0;
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

  /**
   * The contents of the frames that this chunk completes, each authenticated before it is given. A frame that is whole
   * in the chunk is opened where it is; nothing of the chunk is needed once all are given.
   */
  *push(chunk: Uint8Array): Generator<Buffer> {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (bytes.length > 0) {
      if (this.#begunBytes > 0) {
        bytes = bytes.subarray(this.#keep(bytes));
        const head = this.#nextHead(this.#begun.subarray(0, this.#begunBytes));
        if (!head || this.#begunBytes < this.#neededBytes) continue;
        this.#begunBytes = 0;
        yield this.#open(head, this.#begun);
      } else {
        const head = this.#nextHead(bytes);
        if (!head || bytes.length < this.#neededBytes) bytes = bytes.subarray(this.#keep(bytes));
        else {
          yield this.#open(head, bytes);
          bytes = bytes.subarray(sealedBytes(head));
        }
      }
    }
  }

  #open(head: FrameHead, bytes: Buffer): Buffer {
    const plain = openFrame(this.#key, head, bytes.subarray(headBytes(head), sealedBytes(head)));
    this.#closed = head.isFinal;
    this.#sequence += 1;
    if (this.#closed) freeBytes(this.#begun);
    return plain;
  }

  /** How many of the bytes it took: all that the frame misses. */
  #keep(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#neededBytes - this.#begunBytes);
    if (this.#begun.length < this.#neededBytes) {
      const smaller = this.#begun;
      this.#begun = Buffer.allocUnsafeSlow(Math.max(this.#neededBytes, finalHeadBytes));
      this.#begun.set(smaller.subarray(0, this.#begunBytes));
      freeBytes(smaller);
    }
    this.#begun.set(part, this.#begunBytes);
    this.#begunBytes += part.length;
    return part.length;
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
