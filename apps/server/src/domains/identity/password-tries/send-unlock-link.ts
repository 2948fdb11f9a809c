import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { newId } from '../../../platform/identifiers.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { dayMs } from '../guards.rules.ts';
import { findOwner, mailTo } from '../owner.ts';
import { insertUnlockLink } from './password-tries.store.ts';
import { unlockMails } from './unlock.messages.ts';

/** `safeId` is null where nobody has the address: the order is then dropped. */
const order = z.object({ safeId: z.string().nullable() });

type SealedOrder = { orderId: string; sealed: string };

export const sendUnlockLinkJob = job<SealedOrder>('identity.send-unlock-link');

const tokenBytes = 32;
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
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(platform.clock.now().getTime() + dayMs);
  const urlOf = (path: string): string => new URL(path, platform.settings.publicUrl).href;
  // Behind the #, so that browsers send the token to no server, and none logs it.
  const links = { unlockUrl: urlOf(`/unlock-account#token=${token}`), resetUrl: urlOf('/reset-password') };
  await platform.db.transaction().execute(async (tx) => {
    await insertUnlockLink(tx, { tokenTag: unlockTag(platform.secrets, token), safeId, expiresAt });
    await mailTo(tx, platform, { to, validUntil: expiresAt, mail: (locale) => unlockMails[locale].closed(links) });
  });
}

export const unlockTag = (secrets: Pick<Platform['secrets'], 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('unlock-link', token);
