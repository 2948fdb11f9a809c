import { DomainError } from '../../platform/domain-error.ts';
import type { Newcomer } from '../../platform/http/actors.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { createSafe, startRecovery } from '../documents/documents.ts';
import { markActivated, readEmployee } from '../employers/employers.ts';
import {
  assertPasswordPolicy,
  issueAuthToken,
  linkActivated,
  normaliseProfile,
  openAccount,
  openSession,
  spendToken,
  type OpenedSession,
  type OwnerProfile,
  type TypedProfile,
} from '../identity/identity.ts';
import { activationMails } from './activation.messages.ts';
import { deleteProof } from './proofs.store.ts';
import { readProvedEmail } from './prove-email.ts';

type Asked = { profile: TypedProfile; password: string; locale: Locale };

/**
 * Opens the safe of a newcomer, and signs them in. If several come at the same instant, one succeeds.
 * @throws {DomainError} EmailNotVerified, PhoneNumberFormatError, PasswordPolicyError, EmailAlreadyExists;
 * AuthTokenNotValid where another was faster
 */
export async function activate(platform: Platform, newcomer: Newcomer, asked: Asked): Promise<string> {
  const email = await readProvedEmail(platform, newcomer);
  const profile = { ...normaliseProfile(platform, asked.profile, 'profile.'), email, locale: asked.locale };
  assertPasswordPolicy(asked.password, profile);
  const passwordHash = await platform.passwords.hash(asked.password, newcomer.address);
  const session = await platform.db
    .transaction()
    .execute((tx) => openSafe(tx, platform, { newcomer, profile, passwordHash }));
  return issueAuthToken(platform, session);
}

type Opening = { newcomer: Newcomer; profile: OwnerProfile; passwordHash: string };

async function openSafe(tx: Tx, platform: Platform, opening: Opening): Promise<OpenedSession> {
  const { newcomer, profile, passwordHash } = opening;
  const safeId = newId(platform.clock);
  const owner = { kind: 'owner' } as const;
  // Locked until the end: what is deposited meanwhile waits, then goes to the new safe.
  const employee = await readEmployee(tx, platform, newcomer);
  await createSafe(tx, platform, { safeId, kind: 'owned', use: 'owner', actor: owner, locale: profile.locale });
  const isFirst = await markActivated(tx, platform, { ...keyOf(newcomer), safeId });
  if (!isFirst || !(await spendToken(tx, platform, newcomer.tokenId))) throw new DomainError('AuthTokenNotValid');
  await openAccount(tx, platform, { safeId, profile, passwordHash, emailVerifiedAt: platform.clock.now() });
  await deleteProof(tx, newcomer.tokenId);
  const { address, tokenId: activationTokenId } = newcomer;
  await appendJournal(tx, platform, { safeId, actor: owner, action: 'safe.activated', details: { address } });
  await linkActivated(tx, platform, { activationTokenId, safeId, birthDate: profile.birthDate, address });
  await welcome(tx, platform, profile);
  if (employee?.waitingSafeId) await startRecovery(tx, platform, { safeId, fromSafeId: employee.waitingSafeId });
  return openSession(tx, platform, { safeId, origin: newcomer });
}

function welcome(tx: Tx, platform: Platform, { email, locale }: OwnerProfile): Promise<void> {
  const urlOf = (path: string): string => new URL(path, platform.settings.publicUrl).href;
  const links = { homeUrl: urlOf('/home'), safetyUrl: urlOf('/account/safety') };
  return queueMail(tx, platform, { to: email, ...activationMails[locale].welcome(links) });
}

const keyOf = ({ employerId, employeeId }: Newcomer) => ({ employerId, employeeId });
