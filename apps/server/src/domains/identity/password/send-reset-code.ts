import { z } from 'zod';
import { newId } from '../../../platform/identifiers.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { sentCode } from '../../../platform/sent-codes.ts';
import { queueUnprovedSms } from '../../../platform/sms/unproved-numbers.ts';
import { findOwner, mailTo } from '../account/owner.ts';
import { passwordMails, passwordTexts } from './password.messages.ts';
import { makeResetLink } from './reset-links.ts';

const order = z.object({
  /** Null where nobody has the address: the order is then dropped. */
  safeId: z.string().nullable(),
  mode: z.enum(['EMAIL', 'SMS']),
  code: z.string(),
  /** Absent from an order of an earlier release. */
  ofCode: sentCode.optional(),
  validUntil: z.coerce.date(),
});
type Order = z.output<typeof order>;
export type ResetMode = Order['mode'];

type SealedOrder = { orderId: string; sealed: string };

export const sendResetCodeJob = job<SealedOrder>('identity.send-reset-code');

const placeOf = (orderId: string) => ({ table: 'jobs', column: 'password-reset', row: orderId });

/** Enqueued for a known and an unknown address alike. */
export async function queueResetCode(tx: Tx, platform: Platform, asked: Order): Promise<void> {
  const orderId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(orderId), asked).toString('base64');
  await platform.jobs.enqueue(tx, sendResetCodeJob, { orderId, sealed });
}

/** To the address of the account, or to the phone of the profile: nowhere where there is none. */
export async function sendResetCode(platform: Platform, { orderId, sealed }: SealedOrder): Promise<void> {
  const opened = openJson(platform.secrets.values, placeOf(orderId), Buffer.from(sealed, 'base64'));
  const { safeId, mode, code, validUntil, ofCode } = order.parse(opened);
  const use = { validUntil, ofCode };
  const to = safeId === null ? null : await findOwner(platform.db, platform, safeId);
  if (safeId === null || !to) return;
  await platform.db.transaction().execute(async (tx) => {
    if (mode === 'EMAIL') {
      const url = await makeResetLink(tx, platform, safeId);
      if (url === null) return undefined;
      return mailTo(tx, platform, { to, ...use, mail: (locale) => passwordMails[locale].resetCode(code, url) });
    }
    if (to.phone === null) return undefined;
    const text = passwordTexts[to.locale].resetCode(code);
    await queueUnprovedSms(tx, platform, { account: safeId, to: to.phone, text, ...use });
  });
}
