import { sendSharingCode } from '@perenne/contract/public-sharings';
import type { CodeMode } from '@perenne/contract/shares';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { areCodesSpent } from '../../../lib/sign-in/flow/spent-codes.ts';
import { keepInTab, readFromTab } from '../../../lib/browser/tab-memory.ts';

const hourSeconds = 3_600;

/**
 * Asks for a code. The server answers one request too many as it answers the others, and sends nothing: this page
 * counts too, so that nobody waits for a code that does not come.
 * @throws {ApiError} CodeRequestRateLimitExceeded, and as the call
 */
export async function askForCode({ shareId, mode }: { shareId: string; mode: CodeMode }): Promise<void> {
  const key = `codes-asked.${shareId}.${mode}`;
  const askedAtMs = (readFromTab(key) as number[] | null) ?? [];
  await call(sendSharingCode, { body: { mode } });
  if (areCodesSpent(askedAtMs, nowMs()))
    throw new ApiError(429, [{ code: 'CodeRequestRateLimitExceeded' }], { retryAfterSeconds: hourSeconds });
  keepInTab(key, [...askedAtMs, nowMs()]);
}
