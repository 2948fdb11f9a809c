import type { loginToMergeInActivation } from '@perenne/contract/activation';
import type { Answer } from '@perenne/contract/endpoint';
import { storeToken } from '../../../lib/api/tokens.ts';
import type { ActivationEvent } from './activation-machine.ts';
import { keep } from './kept.ts';

/** Keeps what proves the safe that is to receive, or what its second factor needs; gives what happened. */
export function takeProof(answer: Answer<typeof loginToMergeInActivation>): ActivationEvent {
  if ('secondFactor' in answer) {
    keep('challenge', answer.secondFactor);
    return { type: 'SECOND_FACTOR_ASKED' };
  }
  storeToken('mergeToken', answer.mergeToken);
  keep('mergeInfo', answer.mergeInfo);
  return { type: 'SAFE_PROVED' };
}
