import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { holdSafe, startRecovery } from '../documents/documents.ts';
import { markActivated, readEmployee } from '../employers/employers.ts';
import {
  findOwner,
  issueAuthToken,
  openSession,
  readMergeToken,
  requireOpenAccount,
  spendToken,
  type OpenedSession,
} from '../identity/identity.ts';
import { activationMails } from './activation.messages.ts';
import { askerOf } from './prove-safe.ts';
import { deleteProof } from './proofs.store.ts';

type Merging = {
  mergeToken: string | undefined;
  /** Forgets the sign-in of the federation, if it proved the safe: it has served. */
  forgetFederation(tx: Tx): Promise<void>;
};

/**
 * Has an employer's documents come to the safe that a newcomer has proved, and signs its owner in. If several come at
 * the same instant, one succeeds.
 * @throws {DomainError} AuthTokenNotValid for a bad merge token, or where another was faster; MergeInProgress for a
 * safe that closes
 */
export async function mergeInActivation(
  platform: Platform,
  newcomer: Newcomer,
  { mergeToken = '', forgetFederation }: Merging,
): Promise<string> {
  const { safeId } = await requireProved(platform, newcomer, { mergeToken });
  const session = await platform.db.transaction().execute(async (tx) => {
    await forgetFederation(tx);
    return join(tx, platform, { newcomer, safeId, mergeToken });
  });
  return issueAuthToken(platform, session);
}

async function requireProved(
  platform: Platform,
  newcomer: Newcomer,
  { mergeToken, db }: { mergeToken: string; db?: Tx },
): Promise<{ safeId: string; tokenId: string }> {
  const proved = await readMergeToken(platform, mergeToken, { ...askerOf(newcomer), db });
  if (!proved) throw new DomainError('AuthTokenNotValid');
  return proved;
}

type Joining = { newcomer: Newcomer; safeId: string; mergeToken: string };

async function join(tx: Tx, platform: Platform, { newcomer, safeId, mergeToken }: Joining): Promise<OpenedSession> {
  const { employerId, employeeId, address } = newcomer;
  // Locked until the end: what is deposited meanwhile waits, then goes to the safe that receives.
  const employee = await readEmployee(tx, platform, { employerId, employeeId });
  await holdSafe(tx, safeId);
  await requireOpenAccount(tx, safeId);
  // Its password may have been replaced since: now that the account is locked, it cannot be any more.
  const { tokenId } = await requireProved(platform, newcomer, { mergeToken, db: tx });
  const isFirst = await markActivated(tx, platform, { employerId, employeeId, safeId });
  const isSpent =
    isFirst && (await spendToken(tx, platform, tokenId)) && (await spendToken(tx, platform, newcomer.tokenId));
  if (!employee || !isSpent) throw new DomainError('AuthTokenNotValid');
  await deleteProof(tx, newcomer.tokenId);
  await appendJournal(tx, platform, {
    safeId,
    actor: { kind: 'owner' },
    action: 'employer.joined',
    details: { title: employee.employerName, address },
  });
  if (employee.waitingSafeId) await startRecovery(tx, platform, { safeId, fromSafeId: employee.waitingSafeId });
  await mailOwner(tx, platform, { safeId, employerName: employee.employerName });
  return openSession(tx, platform, { safeId, origin: newcomer });
}

async function mailOwner(
  tx: Tx,
  platform: Platform,
  { safeId, employerName }: { safeId: string; employerName: string },
) {
  const owner = await findOwner(tx, platform, safeId);
  if (!owner) throw new DomainError('AuthTokenNotValid');
  const documentsUrl = new URL('/documents', platform.settings.publicUrl).href;
  const mail = activationMails[owner.locale].employerJoined(employerName, documentsUrl);
  await queueMail(tx, platform, { to: owner.email, ...mail });
}
