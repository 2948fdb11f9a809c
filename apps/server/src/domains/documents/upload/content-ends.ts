import { signatureBytes } from '../record/file-type.rules.ts';

/** A place in a content: so many bytes from there on. */
export type ByteRange = { from: number; bytes: number };

/**
 * The beginning and the end of a content on its way, and one range between them that its beginning names, kept in the
 * pieces that they came in: no byte is copied until it is read.
 */
export class ContentEnds {
  readonly #first: Uint8Array[] = [];
  readonly #last: Uint8Array[] = [];
  readonly #middle: Uint8Array[] = [];
  readonly #tailBytes: number;
  #range: ByteRange | null = null;
  /** Joined at the first reading; what comes after it makes them anew. */
  #joined: { from: number; bytes: Buffer }[] | null = null;
  #middleFrom = 0;
  #firstBytes = 0;
  #lastBytes = 0;

  constructor(tailBytes = signatureBytes) {
    this.#tailBytes = tailBytes;
  }

  /** Keeps this range too, as far as it is still to come: to be called while all that came is in the head. */
  keep(range: ByteRange): void {
    this.#range = range;
  }

  add(chunk: Uint8Array): void {
    this.#joined = null;
    if (this.#firstBytes < signatureBytes) this.#first.push(chunk);
    else if (this.#isInRange(chunk)) this.#keepInMiddle(chunk);
    this.#firstBytes += chunk.length;
    this.#last.push(chunk);
    this.#lastBytes += chunk.length;
    for (let spare = this.#spareBytes(); spare !== null; spare = this.#spareBytes()) {
      this.#last.shift();
      this.#lastBytes -= spare;
    }
  }

  get sizeBytes(): number {
    return this.#firstBytes;
  }

  /** At least `signatureBytes`, or all that has come. */
  head(): Buffer {
    return joined(this.#first);
  }

  tail(): Buffer {
    return joined(endOf(this.#last, this.#tailBytes));
  }

  /** At most so many bytes from there on, fewer where what is known ends; null where not even the first is known. */
  read({ from, bytes }: ByteRange): Buffer | null {
    const parts = this.#joined ?? this.#parts();
    this.#joined = parts;
    for (const part of parts) {
      const start = from - part.from;
      if (start >= 0 && start < part.bytes.length) return part.bytes.subarray(start, start + bytes);
    }
    return null;
  }

  /** The known parts of a content that has come whole; one, where they meet. */
  #parts(): { from: number; bytes: Buffer }[] {
    const [head, tail] = [this.head(), this.tail()];
    const tailFrom = this.sizeBytes - tail.length;
    if (tailFrom <= head.length) return [{ from: 0, bytes: Buffer.concat([head.subarray(0, tailFrom), tail]) }];
    const middle = { from: this.#middleFrom, bytes: joined(this.#middle) };
    return [{ from: 0, bytes: head }, { from: tailFrom, bytes: tail }, middle];
  }

  #isInRange(chunk: Uint8Array): boolean {
    if (!this.#range) return false;
    const { from, bytes } = this.#range;
    return this.#firstBytes + chunk.length > from && this.#firstBytes < from + bytes;
  }

  #keepInMiddle(chunk: Uint8Array): void {
    if (this.#middle.length === 0) this.#middleFrom = this.#firstBytes;
    this.#middle.push(chunk);
  }

  /** The size of the oldest of the last pieces, when the others are enough. */
  #spareBytes(): number | null {
    const oldest = this.#last[0]?.length ?? 0;
    return this.#last.length > 1 && this.#lastBytes - oldest >= this.#tailBytes ? oldest : null;
  }
}

/** So many bytes at the end of these pieces. */
function endOf(pieces: Uint8Array[], bytes: number): Uint8Array[] {
  let missing = bytes;
  const ends = pieces.toReversed().map((piece) => {
    const end = piece.subarray(Math.max(0, piece.length - missing));
    missing -= end.length;
    return end;
  });
  return ends.toReversed();
}

function joined(pieces: Uint8Array[]): Buffer {
  const [only] = pieces;
  if (only && pieces.length === 1) return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  return Buffer.concat(pieces);
}
