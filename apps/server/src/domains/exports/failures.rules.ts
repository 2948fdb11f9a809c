import type { exportFailures } from '@perenne/contract/exports';
import { UnknownSafe } from '../../platform/sealing/vault.ts';
import { SealUnavailable } from '../../platform/seals/seals.ts';
import { SpoolFailed } from '../documents/documents.ts';

export type ExportFailure = (typeof exportFailures)[number];

/** The owner has ended the export, or another attempt has taken it over. */
export class ExportEnded extends Error {
  override readonly name = 'ExportEnded';
}

/** The contents cannot be read as a whole: that many are not damaged at once by chance. */
export class NothingReadable extends Error {
  override readonly name = 'NothingReadable';
}

/** Each attempt ended with its process. */
export class NeverWritten extends Error {
  override readonly name = 'NeverWritten';
}

/** `isReading`: what failed is what was to be written, and not the writing. `isFinal`: trying again is of no use. */
type Judged = { failure: ExportFailure; isFinal: boolean };

export function judgeFailure(error: unknown, { isReading }: { isReading: boolean }): Judged {
  if (error instanceof UnknownSafe) return { failure: 'SafeboxIdNotFound', isFinal: true };
  if (error instanceof NeverWritten) return { failure: 'WritingTmpFileError', isFinal: true };
  // The documents could be read, and what would vouch for them could not be had.
  if (error instanceof SealUnavailable) return { failure: 'WritingTmpFileError', isFinal: false };
  if (error instanceof SpoolFailed || !isReading) return { failure: 'WritingTmpFileError', isFinal: isDiskFull(error) };
  return { failure: 'StreamExtractBytesError', isFinal: error instanceof NothingReadable };
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))) || isDiskFull(error.cause);
}
