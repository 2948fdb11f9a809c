import type { Log } from '../log.ts';
import { AntivirusUnavailable } from './antivirus.ts';
import { writeZip, type ZipEntry } from '../zip/zip.ts';

/** With `AlertExceedsMax yes` clamd names so what it did not look through to the end. */
export const unfinishedScan = 'Heuristics.Limits.Exceeded';

/** clamd reads its settings when it starts: one that was started again meanwhile is asked after that time. */
const proofLastsMs = 60_000;

/** More than any sensible `MaxRecursion`: clamd's own is 17. */
const probeDepth = 120;

/**
 * Proves that a clamd reports what it did not look through, which is not its own default: it would call that clean.
 * It is given a harmless archive that goes deeper than it looks, in a few milliseconds, and asked again after some
 * time, after each failure, and until it has answered right.
 */
export class LimitsProof {
  readonly #ask: (probe: Buffer) => Promise<string>;
  readonly #log: Log | undefined;
  #proof: { sinceMs: number; ended: Promise<void> } | undefined;
  #isTold = false;

  constructor(ask: (probe: Buffer) => Promise<string>, log?: Log) {
    this.#ask = ask;
    this.#log = log;
  }

  /** @throws {AntivirusUnavailable} it calls clean what it did not look through, or does not answer */
  async require(): Promise<void> {
    if (this.#proof && performance.now() - this.#proof.sinceMs > proofLastsMs) this.forget();
    this.#proof ??= { sinceMs: performance.now(), ended: this.#prove() };
    const proof = this.#proof;
    try {
      await proof.ended;
    } catch (error) {
      if (this.#proof === proof) this.forget();
      throw error;
    }
  }

  /** The next answer may come from another clamd. */
  forget(): void {
    this.#proof = undefined;
  }

  async #prove(): Promise<void> {
    const answer = await this.#ask(await deepArchive());
    if (answer.startsWith(`stream: ${unfinishedScan}`)) {
      this.#isTold = false;
      return;
    }
    const message =
      'clamd calls clean what it did not look through: set AlertExceedsMax yes in its configuration, ' +
      'and leave ScanArchive yes and MaxRecursion at 100 or less';
    if (!this.#isTold) this.#log?.error({ answer }, `${message}; until then every upload is refused`);
    this.#isTold = true;
    throw new AntivirusUnavailable(message);
  }
}

/** Archives one in the other. */
async function deepArchive(): Promise<Buffer> {
  let content: Buffer = Buffer.from('harmless');
  for (let level = 0; level < probeDepth; level += 1) content = await archiveOf(content);
  return content;
}

async function archiveOf(content: Buffer): Promise<Buffer> {
  const entry: ZipEntry = { name: 'deeper.zip', modifiedAt: new Date(0), open: () => once(content) };
  return Buffer.concat(await Array.fromAsync(writeZip(once(entry))));
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
