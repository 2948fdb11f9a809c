import { createHash } from 'node:crypto';
import { DocumentFailure } from '../failures.ts';
import type { Json, Run } from '../run.ts';

export type RemoteFile = {
  /** The path by which the collector finds it again. */
  path: string;
  name: string;
  /** Null where the server does not say it. */
  sizeBytes: number | null;
  /** Null where the server does not say it. */
  modifiedAt: Date | null;
  /** Distinguishes one content from another, if there is no date. */
  version?: string;
};

export type NewFile = RemoteFile & {
  /** A file that changes is another document; one that does not is always the same. */
  identity: string;
  /** `YYYY-MM-DD`, for the date that the owner wants documents from. */
  date?: string;
};

/** Enough that one new file among 5,000 has ten others looked at again, and small to remember. */
const bucketCount = 512;
const askedAtOnce = 32;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

function present(file: RemoteFile): NewFile & { bucket: number } {
  const hash = sha256(JSON.stringify([file.path, file.sizeBytes, file.modifiedAt?.getTime() ?? file.version ?? null]));
  const day = file.modifiedAt?.toISOString().slice(0, 10);
  return {
    ...file,
    ...{ identity: hash.toString('hex'), bucket: hash.readUInt16BE(0) % bucketCount },
    // Years of five digits exist in a server's answer alone.
    ...(day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && { date: day }),
  };
}

/** Sums up a folder in a few kilobytes: a file that comes, changes or goes changes one of these words. */
function wordsOf(files: readonly { identity: string; bucket: number }[]): string[] {
  const buckets = Array.from({ length: bucketCount }, (): string[] => []);
  for (const { identity, bucket } of files) buckets[bucket]?.push(identity);
  return buckets.map((held) =>
    held.length === 0 ? '' : sha256(held.toSorted().join()).subarray(0, 6).toString('base64url'),
  );
}

/** The files of a folder beside what the last run remembered of it: only the difference is asked about. */
export class Folder {
  readonly #files: (NewFile & { bucket: number })[];
  readonly #remembered: readonly unknown[];
  readonly #left = new Set<string>();
  #failure: DocumentFailure | undefined;
  /** Those from the day on that the owner wants. */
  #wanted: readonly NewFile[] = [];

  constructor(files: readonly RemoteFile[], remembered: unknown) {
    this.#files = files.map(present);
    this.#remembered = Array.isArray(remembered) ? remembered : [];
  }

  /** Those that the safe may not have, the newest first. */
  async *newFiles({ since, isKnown }: Pick<Run, 'since' | 'isKnown'>): AsyncGenerator<NewFile> {
    const words = wordsOf(this.#files);
    const wanted = this.#files.filter(({ date }) => since === null || date === undefined || date >= since);
    this.#wanted = wanted;
    const changed = wanted
      .filter(({ bucket }) => words[bucket] !== this.#remembered[bucket])
      .toSorted((a, b) => (b.modifiedAt?.getTime() ?? 0) - (a.modifiedAt?.getTime() ?? 0));
    for (let at = 0; at < changed.length; at += askedAtOnce) {
      const some = changed.slice(at, at + askedAtOnce);
      const known = await Promise.all(some.map(({ identity }) => isKnown(identity)));
      yield* some.filter((_, index) => known[index] === false);
    }
  }

  /** The bytes of a file. One that fails is cut alone: the next run looks at it again. */
  async *read(file: NewFile, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      if (error instanceof DocumentFailure) this.leave(file, error);
      throw error;
    }
  }

  /** A file that could not be read now: the next run looks at it again. @param failure unless it is not for this account */
  leave({ identity }: NewFile, failure?: DocumentFailure): void {
    this.#left.add(identity);
    this.#failure ??= failure;
  }

  /**
   * To be remembered once all new files have been offered.
   * @throws {CollectingError} the first failure, where not one file of the folder can be read
   */
  memory(): Json {
    const isLeft = ({ identity }: NewFile) => this.#left.has(identity);
    if (this.#failure && this.#wanted.every(isLeft)) throw this.#failure;
    return wordsOf(this.#files.filter((file) => !isLeft(file)));
  }
}
