import type { SecondFactorProof } from '@perenne/contract/second-factor';
import type { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Origin } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { noteRefusal } from '../account/credentials.ts';
import { readClosed, tryUnderGuards } from '../attempts/guards.ts';
import { checkProof } from './check-proof.ts';
import { factorGuard } from './factor-guard.ts';
import { openSignIn, readSignInId, type SignInPurpose } from './pending-sign-in.ts';
import { takePending } from './pending-sign-ins.store.ts';

export type SecondFactorGiven<S> = {
  proof: SecondFactorProof;
  origin: Origin;
  purpose: SignInPurpose;
  subject: z.ZodType<S>;
  /** The path of the proof in the request: `secondFactor.` */
  path?: string;
};

/**
 * Proves the second factor of a sign-in once, and does `effect` in the same transaction: what it
 * throws leaves the sign-in as it was. A wrong proof does not end the sign-in either.
 * @throws {DomainError} Unauthorized where there is no such sign-in, or it is over, or began in another
 * browser or for another purpose; WrongSecondFactor; SecondFactorRateLimitExceeded
 */
export async function proveSecondFactor<S, T>(
  platform: Platform,
  { proof, origin, purpose, subject, path = '' }: SecondFactorGiven<S>,
  effect: (tx: Tx, proved: { safeId: string; subject: S }) => Promise<T>,
): Promise<T> {
  const key = readSignInId(platform, proof.signInId);
  if (!key) throw new DomainError('Unauthorized');
  const { safeId } = key;
  const guard = factorGuard(safeId, purpose === 'merge' ? 'merge' : 'sign-in');
  const closed = proof.method === 'PASSKEY' ? await readClosed(platform, guard) : null;
  return tryUnderGuards(platform, [closed ? { ...guard, ...openToPasskeys } : guard], async (tx) => {
    const begun = await openSignIn(tx, platform, { key, purpose, origin });
    if (!begun) throw new DomainError('Unauthorized');
    if (!(await checkProof(tx, platform, { safeId, proof, challenge: begun.challenge }))) {
      if (closed) throw closed;
      await noteRefusal(tx, platform, { safeId, address: origin.address });
      return wrongFactor(proof, path);
    }
    if (!(await takePending(tx, key))) throw new DomainError('Unauthorized');
    return effect(tx, { safeId, subject: subject.parse(begun.subject) });
  });
}

/**
 * A stranger with the password may close the codes, which can be guessed. A passkey cannot be closed: its owner goes on
 * signing in with it, which clears nothing of the others' count. A wrong one is refused as all are, and nothing more is
 * written.
 */
const openToPasskeys = { refusesNobody: true, lasting: true } as const;

const wrongFactor = ({ method }: SecondFactorProof, path: string) =>
  new DomainError('WrongSecondFactor', method === 'PASSKEY' ? {} : { field: `${path}code` });
