import type { Answer } from '@perenne/contract/endpoint';
import { giveSecondFactor } from '@perenne/contract/identity';
import type { SecondFactorProof } from '@perenne/contract/second-factor';
import { isApiError } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/call.ts';
import type { GivenProof } from '../../../lib/sign-in/second-factor/given-proof.ts';
import { checkLink } from '../check-link.ts';
import { forgetSecondFactor, type PendingSecondFactor } from '../pending-second-factor.ts';
import { outcomeOfToken, type SignInOutcome } from '../sign-in.ts';

/** Why a proof did not open the safe: try again, or begin again with the password. */
export type ProofRefusal = 'wrong' | 'ended';

/** Finishes the sign-in; throws what is no answer to the proof. */
export async function prove(
  { challenge, isFederated }: PendingSecondFactor,
  proof: GivenProof,
): Promise<SignInOutcome | ProofRefusal> {
  try {
    const body: SecondFactorProof = { signInId: challenge.signInId, ...proof };
    const response = await request(giveSecondFactor, { body });
    const { warnings } = (await response.json()) as Answer<typeof giveSecondFactor>;
    forgetSecondFactor();
    const outcome = outcomeOfToken(response, { isFederated, isLinkRefused: warnings !== undefined });
    if (outcome?.kind === 'signedIn' && isFederated) return await checkLink(outcome);
    return outcome ?? { kind: 'noToken' };
  } catch (failure) {
    if (isApiError(failure, 'WrongSecondFactor')) return 'wrong';
    if (isApiError(failure, 'Unauthorized')) return 'ended';
    throw failure;
  }
}
