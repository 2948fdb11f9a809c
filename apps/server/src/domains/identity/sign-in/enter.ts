import type { SecondFactorChallenge, SecondFactorProof } from '@perenne/contract/second-factor';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest, Origin } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { findCredentials } from '../account/accounts.store.ts';
import { completedFederation } from '../federation/returns.ts';
import { settleFederation, type FederationWarning } from '../federation/settle-sign-in.ts';
import { issueInvalidToken } from './invalid-user.ts';
import { proveSecondFactor } from '../second-factor/prove-second-factor.ts';
import { requireSecondFactor } from '../second-factor/require-second-factor.ts';
import { issueAuthToken, openSession, type OpenedSession } from '../sessions/sessions.ts';

/** The result of the first factor of a sign-in; kept while the second is awaited. */
const entry = z.object({
  mustChangeEmail: z.boolean(),
  /** The sign-in of the federation that let in, or that is to be linked. */
  federated: completedFederation.nullable(),
});
export type Entry = z.output<typeof entry>;

/** A session, or no more than the right to change the address. */
export type Entered =
  | { session: OpenedSession; warnings: FederationWarning[] }
  | { invalidUser: { safeId: string; passwordHash: string } };

type Coming = { safeId: string; origin: Origin; entry: Entry };

/** Lets an owner in whose first factor is right, or asks for the second where there is one. */
export async function enterOrAsk(
  tx: Tx,
  platform: Platform,
  coming: Coming,
): Promise<Entered | { secondFactor: SecondFactorChallenge }> {
  const { safeId, origin, entry: subject } = coming;
  const secondFactor = await requireSecondFactor(tx, platform, { safeId, origin, purpose: 'session', subject });
  return secondFactor ? { secondFactor } : enter(tx, platform, coming);
}

/** Lets an owner in who has proved all that is asked. */
export async function enter(tx: Tx, platform: Platform, { safeId, origin, entry }: Coming): Promise<Entered> {
  const { federated } = entry;
  if (!entry.mustChangeEmail) {
    const session = await openSession(tx, platform, { safeId, origin });
    const settled = { session, address: origin.address };
    return { session, warnings: federated ? await settleFederation(tx, platform, { ...settled, federated }) : [] };
  }
  const credentials = await findCredentials(tx, safeId);
  if (!credentials) throw new DomainError('Unauthorized');
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'visitor' }, action: 'session.refused', result: 'refused' },
    details: { address: origin.address },
  });
  return { invalidUser: { safeId, passwordHash: credentials.passwordHash } };
}

/** Once the transaction is committed. */
export const issueEntryToken = (platform: Platform, origin: Origin, entered: Entered): Promise<string> =>
  'session' in entered
    ? issueAuthToken(platform, entered.session)
    : issueInvalidToken(platform, entered.invalidUser, origin);

/**
 * Finishes a sign-in that asked for a second factor.
 * @throws {DomainError} Unauthorized, WrongSecondFactor, SecondFactorRateLimitExceeded
 */
export async function finishSignIn(
  platform: Platform,
  guest: Guest,
  proof: SecondFactorProof,
): Promise<{ token: string; warnings: FederationWarning[] }> {
  const given = { proof, origin: guest, purpose: 'session' as const, subject: entry };
  const entered = await proveSecondFactor(platform, given, (tx, { safeId, subject }) =>
    enter(tx, platform, { safeId, origin: guest, entry: subject }),
  );
  return { token: await issueEntryToken(platform, guest, entered), warnings: warningsOf(entered) };
}

export const warningsOf = (entered: Entered): FederationWarning[] => ('session' in entered ? entered.warnings : []);
