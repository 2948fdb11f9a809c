import type { loginToMergeInActivation } from '@perenne/contract/activation';
import type { Received } from '@perenne/contract/endpoint';
import type { SecondFactorChallenge, SecondFactorProof } from '@perenne/contract/second-factor';
import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer, Origin, Owner } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import {
  findOwner,
  isClosing,
  issueMergeToken,
  judgeCredentials,
  judgeOwner,
  normaliseEmail,
  ownPasswordGuard,
  proveSecondFactor,
  refuseClosed,
  requireSecondFactor,
  tryCredentials,
  tryUnderGuards,
  type CompletedFederation,
  type Guard,
  type MergeAsker,
  type TriedCredentials,
} from '../identity/identity.ts';
import { isForbiddenAddress } from './addresses.ts';

type Credentials = { email: string; password: string };

/** The sign-in that this server completed with the federation for this browser, and the safe linked to it. */
type Federated = CompletedFederation & { safeId: string | null };

export type MergeProof = {
  given: Received<typeof loginToMergeInActivation>['body'];
  readFederation: () => Promise<Federated | null>;
};

/** The steps of a proof: the password or the federation first, the second factor then. */
export type Proved = { safeId: string; mergeToken: string } | { secondFactor: SecondFactorChallenge };

/** A newcomer who proves the safe that is to receive, or an owner who proves the one that is to give. */
export type Prover = MergeAsker & { origin: Origin; guard: Pick<Guard, 'purpose' | 'owner'>; ownSafeId: string | null };

/** The activation token that asks alone goes on with what it has proved. */
export const askerOf = (newcomer: Newcomer): Prover => ({
  ...{ askerId: newcomer.tokenId, bearer: newcomer, origin: newcomer, ownSafeId: null },
  guard: { purpose: 'merge-newcomer', owner: `${newcomer.employerId}/${newcomer.employeeId}` },
});

/** The session that asks alone goes on. */
export const askerOfOwner = (owner: Owner): Prover => ({
  ...{ askerId: owner.sessionId, bearer: owner, origin: owner, ownSafeId: owner.safeId },
  guard: { purpose: 'merge-owner', owner: owner.safeId },
});

/** The proof whose second factor is awaited. */
const waitingProof = z.object({ askerId: z.string() });

/**
 * Proves another safe of one's own.
 * @throws {DomainError} Unauthorized, AccountLocked, UserIsNotActivated, SelfMergeError, FranceConnectError,
 * MergeVerificationRateLimitExceeded, WrongSecondFactor, SecondFactorRateLimitExceeded
 */
export async function proveSafe(
  platform: Platform,
  prover: Prover,
  { given, readFederation }: MergeProof,
): Promise<Proved> {
  if ('secondFactor' in given) return proveFactor(platform, prover, given.secondFactor);
  if ('franceConnect' in given) return federate(platform, prover, await readFederation());
  return provePassword(platform, prover, given);
}

async function provePassword(platform: Platform, prover: Prover, credentials: Credentials): Promise<Proved> {
  const guards = [...guardsOf(prover, credentials), ...(await ownGuardsOf(platform, prover, credentials))];
  await refuseClosed(platform, guards);
  const tried = await tryCredentials(platform, prover.origin, credentials);
  const forbidden = await mustChangeAddress(platform, credentials, tried);
  const judged = await tryUnderGuards(platform, guards, (tx) => judge(tx, platform, { prover, tried, forbidden }));
  if ('refused' in judged) throw judged.refused;
  return judged;
}

const wrongPasswordsAnHour = {
  limits: { perHour: 5 },
  closed: 'MergeVerificationRateLimitExceeded',
} as const;

/** One who asks, and one address, known or unknown, each have their wrong tries. */
const guardsOf = ({ guard, ownSafeId }: Prover, { email }: Credentials): Guard[] => [
  // Another address may be tried by the same newcomer: a right password of one forgets nothing of the others.
  { ...guard, ...wrongPasswordsAnHour, ...(ownSafeId === null && { lasting: true }) },
  { purpose: 'merge-account', owner: email.normalize('NFC').toLowerCase(), ...wrongPasswordsAnHour },
];

/** A try with the owner's own address guesses the own password: it counts with those of all other calls. */
async function ownGuardsOf(platform: Platform, { ownSafeId }: Prover, { email }: Credentials): Promise<Guard[]> {
  const own = ownSafeId === null ? null : await findOwner(platform.db, platform, ownSafeId);
  if (ownSafeId === null || own === null || normaliseEmail(own.email) !== normaliseEmail(email)) return [];
  return [ownPasswordGuard(ownSafeId, wrongPasswordsAnHour.closed)];
}

async function mustChangeAddress(platform: Platform, { email }: Credentials, { account, matches }: TriedCredentials) {
  return matches && account !== null && isForbiddenAddress(platform, email, { safeId: account.safeId });
}

type Judging = { prover: Prover; tried: TriedCredentials; forbidden: boolean };

/** A wrong password is returned, to be counted; what else is refused was given the right one. */
async function judge(
  tx: Tx,
  platform: Platform,
  { prover, tried, forbidden }: Judging,
): Promise<Proved | { refused: DomainError } | DomainError> {
  const judged = await judgeCredentials(tx, platform, { tried, forbidden, origin: prover.origin, isSignIn: false });
  if (judged.verdict === 'wrong') return new DomainError('Unauthorized');
  if (!('account' in judged))
    return { refused: new DomainError(judged.verdict === 'locked' ? 'AccountLocked' : 'UserIsNotActivated') };
  const { safeId, otherVersion, closesAt } = judged.account;
  // One's own password proves nothing that would forget wrong ones: it is thrown, which counts nothing either.
  if (safeId === prover.ownSafeId) throw new DomainError('SelfMergeError');
  const isElsewhere = otherVersion && platform.settings.otherVersionUrl !== null;
  if (judged.verdict === 'mustChangeEmail' || isElsewhere || closesAt !== null)
    return { refused: new DomainError('UserIsNotActivated') };
  return askFactor(tx, platform, { prover, safeId });
}

async function askFactor(
  tx: Tx,
  platform: Platform,
  { prover, safeId }: { prover: Prover; safeId: string },
): Promise<Proved> {
  const subject: z.output<typeof waitingProof> = { askerId: prover.askerId };
  const first = { safeId, origin: prover.origin, purpose: 'merge' as const, subject };
  const secondFactor = await requireSecondFactor(tx, platform, first);
  if (secondFactor) return { secondFactor };
  return grantMerge(tx, platform, { prover, safeId });
}

/** The owner of the safe that was proved reads of it there, whatever follows. The token serves the prover alone. */
async function grantMerge(tx: Tx, platform: Platform, { prover, safeId }: { prover: Prover; safeId: string }) {
  const { askerId, bearer, origin } = prover;
  const entry = { safeId, actor: { kind: 'owner' }, action: 'safe.proved' } as const;
  await appendJournal(tx, platform, { ...entry, details: { address: origin.address } });
  const mergeToken = await issueMergeToken(tx, platform, { safeId, askerId, bearer });
  // The safe was closed for good meanwhile.
  if (mergeToken === null) throw new DomainError('Unauthorized');
  return { safeId, mergeToken };
}

const proveFactor = (platform: Platform, prover: Prover, proof: SecondFactorProof): Promise<Proved> =>
  proveSecondFactor(
    platform,
    { proof, origin: prover.origin, purpose: 'merge', subject: waitingProof, path: 'secondFactor.' },
    async (tx, { safeId, subject }) => {
      if (subject.askerId !== prover.askerId) throw new DomainError('Unauthorized');
      return grantMerge(tx, platform, { prover, safeId });
    },
  );

/** The safe linked to the person who came back with the federation, judged as after the right password. */
async function federate(platform: Platform, prover: Prover, federated: Federated | null): Promise<Proved> {
  const safeId = federated?.safeId ?? null;
  const owner = safeId === null ? null : await findOwner(platform.db, platform, safeId);
  if (safeId === null || owner === null) throw new DomainError('FranceConnectError');
  if (safeId === prover.ownSafeId) throw new DomainError('SelfMergeError');
  const forbidden = await isForbiddenAddress(platform, owner.email, { safeId });
  return platform.db.transaction().execute(async (tx) => {
    const verdict = await judgeOwner(tx, platform, { safeId, forbidden });
    if (verdict !== 'open') throw new DomainError(refusals[verdict]);
    if (await isClosing(tx, [safeId])) throw new DomainError('UserIsNotActivated');
    return askFactor(tx, platform, { prover, safeId });
  });
}

const refusals = {
  mustChangeEmail: 'UserIsNotActivated',
  elsewhere: 'UserIsNotActivated',
  over: 'FranceConnectError',
} as const;
