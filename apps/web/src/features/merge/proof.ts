import type { Answer } from '@perenne/contract/endpoint';
import type { loginToMerge } from '@perenne/contract/merge';
import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { forgetInTab, keepInTab, readFromTab } from '../../lib/browser/tab-memory.ts';
import { readToken, removeToken, storeToken } from '../../lib/api/tokens.ts';
import type { MergeEvent } from './merge-machine.ts';

const challengeKey = 'merge.challenge';

/** Keeps what proves the other safe, or what its second factor needs. Returns the event for the flow. */
export function takeProof(answer: Answer<typeof loginToMerge>): MergeEvent {
  if ('secondFactor' in answer) {
    keepInTab(challengeKey, answer.secondFactor);
    return { type: 'SECOND_FACTOR_ASKED' };
  }
  forgetInTab(challengeKey);
  storeToken('mergeToken', answer.mergeToken);
  return { type: 'SAFE_PROVED' };
}

export const readChallenge = () => readFromTab(challengeKey) as SecondFactorChallenge | null;

export function forgetProof(): void {
  forgetInTab(challengeKey);
  removeToken('mergeToken');
}

/** For the two calls that bear the proof beside the session. */
export const withProof = () => ({
  headers: { 'x-user-to-merge-token': readToken('mergeToken') ?? '' },
  hasSecondToken: true,
});
