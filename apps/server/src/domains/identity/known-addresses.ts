import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { openJson } from '../../platform/sealing/values.ts';
import { listFormerEmails } from './email-changes.store.ts';
import { lockOwner, mailTo, type OwnerMail } from './owner.ts';
import { formerEmailPlace } from './replace-email.ts';

const former = z.object({ email: z.string() });

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
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const changes = await listFormerEmails(tx, safeId, platform.clock.now());
  const formers = changes.map(
    ({ changeId, sealedEmail }) => former.parse(openJson(values, formerEmailPlace(changeId), sealedEmail)).email,
  );
  for (const email of new Set([owner.email, ...formers])) await mailTo(tx, platform, { to: { ...owner, email }, mail });
}
