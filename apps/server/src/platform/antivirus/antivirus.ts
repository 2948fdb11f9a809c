/**
 * The result of a scan. `unscanned` is neither: nobody looked. Callers that need a clean file ask for `clean` by
 * name.
 */
export type Verdict = { verdict: 'clean' } | { verdict: 'infected'; signature: string } | { verdict: 'unscanned' };

/** One content on its way through the antivirus, in as many pieces as it comes in. */
export interface Scan {
  /** Resolves when the next piece may come. @throws {AntivirusUnavailable} @throws {ScanInterrupted} */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * The verdict on all that was written.
   * @throws {AntivirusUnavailable} there is none, whatever the reason
   * @throws {ScanInterrupted}
   */
  finish(): Promise<Verdict>;
  /** Gives the scan up, at any time, even after its end. */
  abort(): void;
}

/** Parties take turns where more contents come than the antivirus takes at once. */
export type ScanTaker = {
  party: string;
  /** The content comes from outside, at its sender's pace: where others wait, the scan may be interrupted. */
  mayInterrupt: boolean;
};

export interface Antivirus {
  /** Whether contents are looked at at all. */
  readonly enabled: boolean;
  /** Waits for the party's turn. @throws {AntivirusUnavailable} */
  begin(taker?: ScanTaker): Promise<Scan>;
  /** Rejects unless contents can be scanned now. @throws {AntivirusUnavailable} */
  check(): Promise<void>;
}

/** No verdict can be had: the content must not be taken for clean. */
export class AntivirusUnavailable extends Error {
  override readonly name = 'AntivirusUnavailable';
}

/** Others waited and this content came slowly: all of it is to be scanned once it is whole. */
export class ScanInterrupted extends Error {
  override readonly name = 'ScanInterrupted';
}
