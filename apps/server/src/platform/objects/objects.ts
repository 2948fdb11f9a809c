import type { Readable } from 'node:stream';

export type ObjectChunks = AsyncIterable<Uint8Array>;

/** Bytes `start` up to and without `end`. */
export type ByteRange = { start: number; end: number };

/** The store of sealed contents: objects named by a UUID, written once, never changed. It sees ciphertext only. */
export interface Objects {
  /**
   * Resolves once the whole object is there to stay: every byte checked, through a power cut.
   * A failed put leaves no object; what it may leave is for `sweepStaging`.
   * The chunks are the store's from then on: it may free their memory once they are written.
   * @throws {ObjectExists} and leaves the object of that id as it is
   */
  put(id: string, chunks: ObjectChunks): Promise<{ sizeBytes: number }>;
  /**
   * A range that goes beyond the object's end gives what there is of it, perhaps nothing.
   * @throws {ObjectMissing}
   */
  get(id: string, range?: ByteRange): Promise<Readable>;
  head(id: string): Promise<{ sizeBytes: number } | null>;
  /** Removing what is not there is no error, so that a job may run twice. */
  remove(id: string): Promise<void>;
  /** The ids of all objects, in no order: for the scrubber and the janitor. */
  list(): AsyncIterable<string>;
  /**
   * Removes what puts left unfinished for longer than `ageMs` and says how many there were.
   * Age is measured by the store's own clock, whatever clock the process was started under.
   */
  sweepStaging(ageMs: number): Promise<number>;
  /** Rejects unless the store can be reached and written. */
  check(): Promise<void>;
}

export class ObjectExists extends Error {
  override readonly name = 'ObjectExists';
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** The store does not hold what it was given: the object was not made. */
export class ObjectDamaged extends Error {
  override readonly name = 'ObjectDamaged';
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isObjectId(name: string): boolean {
  return uuid.test(name);
}

/** An id becomes a path: nothing but a UUID may. */
export function requireObjectId(id: string): void {
  if (!isObjectId(id)) throw new TypeError('An object is named by a UUID in lower case');
}
