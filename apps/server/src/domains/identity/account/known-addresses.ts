import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { listFormers } from './former-emails.ts';
import { lockOwner, mailTo, type OwnerMail } from './owner.ts';

/**
 * Mails an owner at every address known: that of the login, and those that it has replaced within the days in which
 * a change is undone.
 */
export async function mailKnownAddresses(
  tx: Tx,
  platform: Platform,
  { safeId, mail }: { safeId: string; mail: OwnerMail },
): Promise<void> {
  const owner = await lockOwner(tx, platform, safeId);
  const formers = (await listFormers(tx, platform, safeId)).map(({ email }) => email);
  for (const email of new Set([owner.email, ...formers])) await mailTo(tx, platform, { to: { ...owner, email }, mail });
}
