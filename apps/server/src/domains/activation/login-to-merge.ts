import type { loginToMergeInActivation } from '@perenne/contract/activation';
import type { Answer } from '@perenne/contract/endpoint';
import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readMergeInfo } from '../identity/identity.ts';
import { askerOf, proveSafe, type MergeProof } from './prove-safe.ts';

/**
 * Proves the safe that a newcomer has already.
 * @throws {DomainError} as `proveSafe`
 */
export async function loginToMerge(
  platform: Platform,
  newcomer: Newcomer,
  proof: MergeProof,
): Promise<Answer<typeof loginToMergeInActivation>> {
  const proved = await proveSafe(platform, askerOf(newcomer), proof);
  if ('secondFactor' in proved) return proved;
  const mergeInfo = await readMergeInfo(platform.db, platform, proved.safeId);
  // The safe was closed for good meanwhile.
  if (!mergeInfo) throw new DomainError('Unauthorized');
  return { mergeToken: proved.mergeToken, mergeInfo };
}
