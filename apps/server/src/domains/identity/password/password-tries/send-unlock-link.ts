import { z } from 'zod';
import { newId } from '../../../../platform/identifiers.ts';
import { job } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { linkTo, newReference } from '../../../../platform/references.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../../platform/sealing/values.ts';
import { dayMs } from '../../attempts/guards.rules.ts';
import { findOwner, mailTo } from '../../account/owner.ts';
import { insertUnlockLink } from './password-tries.store.ts';
import { unlockMails } from './unlock.messages.ts';

/** `safeId` is null where nobody has the address: the order is then dropped. */
const order = z.object({ safeId: z.string().nullable() });

type SealedOrder = { orderId: string; sealed: string };

export const sendUnlockLinkJob = job<SealedOrder>('identity.send-unlock-link');

const placeOf = (orderId: string) => ({ table: 'jobs', column: 'unlock-link', row: orderId });

/** Enqueued for a known and an unknown address alike. */
export async function queueUnlockLink(tx: Tx, platform: Platform, safeId: string | null): Promise<void> {
  const orderId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(orderId), { safeId }).toString('base64');
  await platform.jobs.enqueue(tx, sendUnlockLinkJob, { orderId, sealed });
}

/** Mails the owner that wrong passwords have closed a way, with a link that opens it for the browser that follows it. */
export async function sendUnlockLink(platform: Platform, { orderId, sealed }: SealedOrder): Promise<void> {
  const opened = openJson(platform.secrets.values, placeOf(orderId), Buffer.from(sealed, 'base64'));
  const { safeId } = order.parse(opened);
  const to = safeId === null ? null : await findOwner(platform.db, platform, safeId);
  if (safeId === null || !to) return;
  const token = newReference();
  const expiresAt = new Date(platform.clock.now().getTime() + dayMs);
  const resetUrl = new URL('/reset-password', platform.settings.publicUrl).href;
  const links = { unlockUrl: linkTo(platform, token), resetUrl };
  await platform.db.transaction().execute(async (tx) => {
    await insertUnlockLink(tx, { tokenTag: unlockTag(platform.secrets, token), safeId, expiresAt });
    await mailTo(tx, platform, { to, validUntil: expiresAt, mail: (locale) => unlockMails[locale].closed(links) });
  });
}

export const unlockTag = (secrets: Pick<Platform['secrets'], 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('unlock-link', token);
