import { tellingBytes } from './file-type.rules.ts';

/** The beginning and the end of a content on its way, kept in the pieces that they came in: no byte is copied. */
export class ContentEnds {
  readonly #first: Uint8Array[] = [];
  readonly #last: Uint8Array[] = [];
  #firstBytes = 0;
  #lastBytes = 0;

  add(chunk: Uint8Array): void {
    if (this.#firstBytes < tellingBytes) this.#first.push(chunk);
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

  /** At least `tellingBytes`, or all that has come. */
  head(): Buffer {
    return joined(this.#first);
  }

  tail(): Buffer {
    return joined(endOf(this.#last));
  }

  /** The size of the oldest of the last pieces, when the others are enough. */
  #spareBytes(): number | null {
    const oldest = this.#last[0]?.length ?? 0;
    return this.#last.length > 1 && this.#lastBytes - oldest >= tellingBytes ? oldest : null;
  }
}

/** The last `tellingBytes` of these pieces. */
function endOf(pieces: Uint8Array[]): Uint8Array[] {
  let missing = tellingBytes;
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
