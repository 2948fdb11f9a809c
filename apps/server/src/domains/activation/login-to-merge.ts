import type { loginToMergeInActivation } from '@perenne/contract/activation';
import type { Answer, Received } from '@perenne/contract/endpoint';
import type { SecondFactorChallenge, SecondFactorProof } from '@perenne/contract/second-factor';
import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import {
  findOwner,
  issueMergeToken,
  judgeCredentials,
  judgeOwner,
  proveSecondFactor,
  readMergeInfo,
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

type Given = Received<typeof loginToMergeInActivation>['body'];
type Answered = Answer<typeof loginToMergeInActivation>;
type Credentials = { email: string; password: string };

/** What this server completed with the federation for this browser, and the safe linked to it. */
type Federated = CompletedFederation & { safeId: string | null };

/** What is to be proved: the password or the federation first, the second factor then. */
type Proved = { safeId: string } | { secondFactor: SecondFactorChallenge };

/** The activation whose sign-in waits for a second factor. */
const waitingActivation = z.object({ tokenId: z.string() });

/**
 * Proves the safe that a newcomer has already.
 * @throws {DomainError} Unauthorized, AccountLocked, UserIsNotActivated, FranceConnectError,
 * MergeVerificationRateLimitExceeded, WrongSecondFactor, SecondFactorRateLimitExceeded
 */
export async function loginToMerge(
  platform: Platform,
  newcomer: Newcomer,
  { given, readFederation }: { given: Given; readFederation: () => Promise<Federated | null> },
): Promise<Answered> {
  if ('secondFactor' in given)
    return goOn(platform, newcomer, await proveFactor(platform, newcomer, given.secondFactor));
  if ('franceConnect' in given)
    return goOn(platform, newcomer, await federate(platform, newcomer, await readFederation()));
  return goOn(platform, newcomer, await provePassword(platform, newcomer, given));
}

async function goOn(platform: Platform, newcomer: Newcomer, proved: Proved): Promise<Answered> {
  if ('secondFactor' in proved) return proved;
  const [mergeToken, mergeInfo] = await Promise.all([
    issueMergeToken(platform, proved.safeId, askerOf(newcomer)),
    readMergeInfo(platform.db, platform, proved.safeId),
  ]);
  // The safe was closed for good meanwhile.
  if (!mergeToken || !mergeInfo) throw new DomainError('Unauthorized');
  return { mergeToken, mergeInfo };
}

/** The activation token that asks alone goes on with what it has proved. */
export const askerOf = (newcomer: Newcomer): MergeAsker => ({ askerId: newcomer.tokenId, bearer: newcomer });

async function provePassword(platform: Platform, newcomer: Newcomer, credentials: Credentials): Promise<Proved> {
  const guards = guardsOf(newcomer, credentials);
  await refuseClosed(platform, guards);
  const tried = await tryCredentials(platform, credentials);
  const forbidden = await mustChangeAddress(platform, credentials, tried);
  const judged = await tryUnderGuards(platform, guards, (tx) => judge(tx, platform, { newcomer, tried, forbidden }));
  if ('refused' in judged) throw judged.refused;
  return judged;
}

const wrongPasswordsAnHour = {
  limits: { perHour: 5 },
  closed: 'MergeVerificationRateLimitExceeded',
} as const;

/** One newcomer and one address, known or unknown, each have their wrong tries. */
const guardsOf = ({ employerId, employeeId }: Newcomer, { email }: Credentials): Guard[] => [
  { purpose: 'merge-newcomer', owner: `${employerId}/${employeeId}`, ...wrongPasswordsAnHour, lasting: true },
  { purpose: 'merge-account', owner: email.normalize('NFC').toLowerCase(), ...wrongPasswordsAnHour },
];

async function mustChangeAddress(platform: Platform, { email }: Credentials, { account, matches }: TriedCredentials) {
  return matches && account !== null && isForbiddenAddress(platform, email, { safeId: account.safeId });
}

type Judging = { newcomer: Newcomer; tried: TriedCredentials; forbidden: boolean };

/** A wrong password is returned, to be counted; what else is refused was given the right one. */
async function judge(
  tx: Tx,
  platform: Platform,
  { newcomer, tried, forbidden }: Judging,
): Promise<Proved | { refused: DomainError } | DomainError> {
  const judged = await judgeCredentials(tx, platform, { tried, forbidden, address: newcomer.address });
  if (judged.verdict === 'wrong') return new DomainError('Unauthorized');
  if (judged.verdict === 'locked') return { refused: new DomainError('AccountLocked') };
  const isElsewhere = judged.account.otherVersion && platform.settings.otherVersionUrl !== null;
  if (judged.verdict === 'mustChangeEmail' || isElsewhere) return { refused: new DomainError('UserIsNotActivated') };
  return askFactor(tx, platform, { newcomer, safeId: judged.account.safeId });
}

async function askFactor(
  tx: Tx,
  platform: Platform,
  { newcomer, safeId }: { newcomer: Newcomer; safeId: string },
): Promise<Proved> {
  const subject: z.output<typeof waitingActivation> = { tokenId: newcomer.tokenId };
  const first = { safeId, origin: newcomer, purpose: 'merge' as const, subject };
  const secondFactor = await requireSecondFactor(tx, platform, first);
  return secondFactor ? { secondFactor } : { safeId };
}

const proveFactor = (platform: Platform, newcomer: Newcomer, proof: SecondFactorProof): Promise<Proved> =>
  proveSecondFactor(
    platform,
    { proof, origin: newcomer, purpose: 'merge', subject: waitingActivation, path: 'secondFactor.' },
    async (_tx, { safeId, subject }) => {
      if (subject.tokenId !== newcomer.tokenId) throw new DomainError('Unauthorized');
      return { safeId };
    },
  );

/** The safe linked to who came back with the federation, judged as after the right password. */
async function federate(platform: Platform, newcomer: Newcomer, federated: Federated | null): Promise<Proved> {
  const safeId = federated?.safeId ?? null;
  const owner = safeId === null ? null : await findOwner(platform.db, platform, safeId);
  if (safeId === null || owner === null) throw new DomainError('FranceConnectError');
  const forbidden = await isForbiddenAddress(platform, owner.email, { safeId });
  return platform.db.transaction().execute(async (tx) => {
    const verdict = await judgeOwner(tx, platform, { safeId, forbidden });
    if (verdict !== 'open') throw new DomainError(refusals[verdict]);
    return askFactor(tx, platform, { newcomer, safeId });
  });
}

const refusals = {
  locked: 'AccountLocked',
  mustChangeEmail: 'UserIsNotActivated',
  elsewhere: 'UserIsNotActivated',
  over: 'FranceConnectError',
} as const;
