import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { freeBytes } from '../../../platform/bytes/free-bytes.ts';

/** So many items are one piece: of an archive of 20,000 documents a few hundred objects are in memory. */
const pieceLength = 256;
/** More than a piece usually is as JSON: it is inflated in one step, into memory of its own. */
const inflatedBytes = 256 * 1024;

/** Items that are added once and read in turn, kept as compressed JSON: a fifth of what they are as objects. */
export class PackedList<T> {
  readonly #pieces: Buffer[] = [];
  #recent: T[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(item: T): void {
    this.#recent.push(item);
    this.#length += 1;
    if (this.#recent.length < pieceLength) return;
    this.#pieces.push(deflateRawSync(JSON.stringify(this.#recent), { level: 1, memLevel: 6 }));
    this.#recent = [];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const piece of this.#pieces) yield* itemsOf<T>(piece);
    yield* this.#recent;
  }
}

function itemsOf<T>(piece: Buffer): T[] {
  const json = inflateRawSync(piece, { chunkSize: inflatedBytes });
  const text = json.toString();
  freeBytes(new Uint8Array(json.buffer));
  return JSON.parse(text) as T[];
}
