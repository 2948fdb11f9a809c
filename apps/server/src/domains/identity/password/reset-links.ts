import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkTo, newReference } from '../../../platform/references.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { findCredentials } from '../account/accounts.store.ts';
import { hourMs } from '../attempts/guards.rules.ts';
import { insertResetLink, takeResetLink } from './reset-links.store.ts';

/** Makes a link that serves once, for an hour; null where the account is gone. */
export async function makeResetLink(tx: Tx, platform: Platform, safeId: string): Promise<string | null> {
  const fingerprint = await credentialsFingerprint(tx, platform, safeId);
  if (fingerprint === null) return null;
  const token = newReference();
  const expiresAt = new Date(platform.clock.now().getTime() + hourMs);
  await insertResetLink(tx, { tokenTag: resetLinkTag(platform.secrets, token), safeId, fingerprint, expiresAt });
  return linkTo(platform, token);
}

/**
 * Uses a link up; what it throws leaves the link as it was.
 * @throws {DomainError} NoVerificationCode, ExpiredVerificationCode
 */
export async function followResetLink(
  tx: Tx,
  platform: Platform,
  token: string,
): Promise<{ safeId: string; fingerprint: string }> {
  const link = await takeResetLink(tx, resetLinkTag(platform.secrets, token));
  if (!link || link.fingerprint !== (await credentialsFingerprint(tx, platform, link.safeId)))
    throw new DomainError('NoVerificationCode', { field: 'token' });
  if (link.expiresAt <= platform.clock.now()) throw new DomainError('ExpiredVerificationCode', { field: 'token' });
  return link;
}

export const resetLinkTag = (secrets: Pick<Secrets, 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('reset-link', token);

/**
 * Hashes the password and the address of an account, and the instant of an undo: what holds it shows by it that it is
 * older than any of them.
 */
export async function credentialsFingerprint(
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  safeId: string,
): Promise<string | null> {
  const account = await findCredentials(db, safeId);
  return account ? fingerprintOf({ secrets }, { safeId, ...account }) : null;
}

type Credentials = { safeId: string; passwordHash: string; emailTag: Buffer; resetRequiredAt: Date | null };

export const fingerprintOf = (
  { secrets }: Pick<Platform, 'secrets'>,
  { safeId, passwordHash, emailTag, resetRequiredAt }: Credentials,
): string => {
  const undone = resetRequiredAt === null ? [] : [resetRequiredAt.toISOString()];
  return secrets.tag('credentials', safeId, passwordHash, emailTag.toString('hex'), ...undone).toString('hex');
};
