/**
 * The result of a scan. `unscanned` is neither: nobody looked. Callers that need a clean file ask for `clean` by
 * name.
 */
export type Verdict = { verdict: 'clean' } | { verdict: 'infected'; signature: string } | { verdict: 'unscanned' };

/** One content on its way through the antivirus, in as many pieces as it comes in. */
export interface Scan {
  /** Resolves when the next piece may come. @throws {AntivirusUnavailable} */
  write(chunk: Uint8Array): Promise<void>;
  /** The verdict on all that was written. @throws {AntivirusUnavailable} there is none, whatever the reason */
  finish(): Promise<Verdict>;
  /** Gives the scan up, at any time, even after its end. */
  abort(): void;
}

export interface Antivirus {
  /** Whether contents are looked at at all. */
  readonly enabled: boolean;
  /** @throws {AntivirusUnavailable} */
  begin(): Promise<Scan>;
  /** Rejects unless contents can be scanned now. @throws {AntivirusUnavailable} */
  check(): Promise<void>;
}

/** No verdict can be had: the content must not be taken for clean. */
export class AntivirusUnavailable extends Error {
  override readonly name = 'AntivirusUnavailable';
}
