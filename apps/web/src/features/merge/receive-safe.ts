import { listMerges, merge, type Merged } from '@perenne/contract/merge';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { readClaims, readToken } from '../../lib/api/tokens.ts';
import { withProof } from './proof.ts';

const retryEveryMs = 2_000;
/** As long as a merge that another request began may last. */
const retries = 30;
const proofLifeMs = 15 * 60_000;

/**
 * Receives the other safe. After a reload or a lost answer, an earlier request may have done it: its proof is spent
 * then, and the list of merges has it. Returns null where the proof has expired.
 * @throws {ApiError} UserSpaceStorageFull, MergeInProgress
 */
export async function receiveSafe(signal: AbortSignal): Promise<Merged | null> {
  const issuedAtMs = issueOf(readToken('mergeToken'));
  for (let tries = 0; ; tries += 1) {
    try {
      await call(merge, { ...withProof(), signal });
      return await readMergedSince(issuedAtMs);
    } catch (failure) {
      if (isApiError(failure, 'AuthTokenNotValid')) return readMergedSince(issuedAtMs);
      if (!isApiError(failure, 'MergeInProgress') || tries === retries) throw failure;
      await wait(signal);
    }
  }
}

/** A session that has ended is refused here as everywhere, and leads to sign-in. */
async function readMergedSince(issuedAtMs: number): Promise<Merged | null> {
  const [last] = (await call(listMerges, { query: { limit: 1 } })).items;
  return last && Date.parse(last.at) >= issuedAtMs ? last : null;
}

function issueOf(token: string | null): number {
  const claims = token === null ? undefined : readClaims(token);
  return claims ? claims.exp * 1_000 - proofLifeMs : Infinity;
}

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, retryEveryMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
