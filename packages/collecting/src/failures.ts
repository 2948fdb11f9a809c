/** Why a collector gives up, in words that its owner can read. Anything else it throws is a fault of its own. */
export const failureCodes = [
  'CREDENTIALS_INVALID',
  'PASSWORD_EXPIRED',
  'ACCOUNT_BLOCKED',
  /** The code was given too late for the partner. */
  'CODE_EXPIRED',
  /** The folder that the owner named is not there. */
  'FOLDER_NOT_FOUND',
  /** A server shows another key than the one of the first visit: it may be another server. */
  'HOST_KEY_CHANGED',
  /** The partner does not answer, answers 5xx, or says that it is under maintenance. */
  'PARTNER_UNAVAILABLE',
  /** The partner answers, but not as the collector knows it. */
  'PARTNER_CHANGED',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/**
 * Ends a run with a cause. The message is for whoever maintains the collector: it reaches the log of the operator, so it
 * never holds what the partner or the owner said.
 */
export class CollectingError extends Error {
  override readonly name = 'CollectingError';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * One document cannot be read now. Thrown by its `open()`, it cuts this document alone, of which nothing is kept, and the
 * run goes on; thrown elsewhere, it ends the run as its code says.
 */
export class DocumentFailure extends CollectingError {}
