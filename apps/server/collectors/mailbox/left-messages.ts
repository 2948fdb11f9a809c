import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { ImapRefusal, isBusy } from '@perenne/collecting/imap/imap';

/** They are searched for by one line, which servers want short. */
const rememberedAtMost = 100;

/** Messages that the server could not give, by their UID: the next visits look at them again. */
export class LeftMessages {
  readonly #before: ReadonlySet<number>;
  readonly #uids = new Set<number>();
  #failure: DocumentFailure | undefined;
  #isSomeRead = false;

  /** @param before those that earlier visits left: that they still fail is no news */
  constructor(before: readonly number[]) {
    this.#before = new Set(before);
  }

  /** @throws what ends the visit, and is not about this message alone */
  leave(uid: number, error: unknown): DocumentFailure {
    const failure = failureOf(error);
    if (!(failure instanceof DocumentFailure)) throw failure;
    this.#uids.add(uid);
    if (!this.#before.has(uid)) this.#failure ??= failure;
    return failure;
  }

  /** The bytes of a document of a message. */
  async *read(uid: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      throw this.leave(uid, error);
    }
    this.noteRead();
  }

  /** A document has come, now or before. */
  noteRead(): void {
    this.#isSomeRead = true;
  }

  /** To be remembered; null where they are too many. */
  uids(): number[] | null {
    return this.#uids.size > rememberedAtMost ? null : [...this.#uids];
  }

  /** @throws {CollectingError} not one document could be read, and messages fail that did not before */
  requireSome(): void {
    if (this.#failure && !this.#isSomeRead) throw this.#failure;
  }
}

/** Where the server refuses a message, and says nothing of its own state, it may give the others. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof ImapRefusal)) return error;
  if (isBusy(error) && error.code !== 'SERVERBUG') return new CollectingError('PARTNER_UNAVAILABLE');
  return new DocumentFailure('PARTNER_UNAVAILABLE', 'the mailbox refuses a message');
}
