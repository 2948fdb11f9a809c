import type { Locale } from '../../../platform/http/locale.ts';
import type { renderMail } from '../../../platform/mail/layout.ts';
import { queueMail, type OutgoingMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openProfile, type OwnerProfile } from './account-record.ts';
import { findProfile, lockProfile } from './accounts.store.ts';

/** Returns the profile of an owner; null where the safe has none. */
export async function findOwner(
  db: Db | Tx,
  { vault }: Pick<Platform, 'vault'>,
  safeId: string,
): Promise<OwnerProfile | null> {
  const row = await findProfile(db, safeId);
  if (!row) return null;
  const { values } = await vault.keysOf(safeId, 'owner', db);
  return openProfile(values, safeId, row.sealedProfile);
}

/** The same, held until the transaction ends. */
export async function lockOwner(tx: Tx, { vault }: Pick<Platform, 'vault'>, safeId: string): Promise<OwnerProfile> {
  const { sealedProfile } = await lockProfile(tx, safeId);
  const { values } = await vault.keysOf(safeId, 'owner', tx);
  return openProfile(values, safeId, sealedProfile);
}

export type OwnerMail = (locale: Locale) => ReturnType<typeof renderMail>;

/** Until when, and with which code, a mail is of use. */
type Use = Pick<OutgoingMail, 'validUntil' | 'ofCode'>;

/** Mails an owner in the owner's language. */
export const mailTo = (
  tx: Tx,
  platform: Platform,
  { to, mail, ...use }: { to: Pick<OwnerProfile, 'email' | 'locale'>; mail: OwnerMail } & Use,
): Promise<void> => queueMail(tx, platform, { to: to.email, ...mail(to.locale), ...use });
