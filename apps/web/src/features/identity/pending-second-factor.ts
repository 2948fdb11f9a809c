import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { nowMs } from '../../lib/browser/clock.ts';
import { forgetInTab, keepInTab, readFromTab } from '../../lib/browser/tab-memory.ts';

const key = 'secondFactor';
/** As long as the server waits for it. */
const lifeMs = 10 * 60_000;

export interface PendingSecondFactor {
  challenge: SecondFactorChallenge;
  /** FranceConnect said who this is: the session that follows is a federated one. */
  isFederated: boolean;
  endsAtMs: number;
}

export function keepSecondFactor(challenge: SecondFactorChallenge, isFederated: boolean): void {
  keepInTab(key, { challenge, isFederated, endsAtMs: nowMs() + lifeMs } satisfies PendingSecondFactor);
}

/** The sign-in of this tab that waits for its second factor; null once it has ended. */
export function readSecondFactor(): PendingSecondFactor | null {
  const kept = readFromTab(key) as PendingSecondFactor | null;
  return kept && kept.endsAtMs > nowMs() ? kept : null;
}

export const forgetSecondFactor = (): void => forgetInTab(key);
