import { z } from 'zod';
import type { Locale } from '../../platform/http/locale.ts';
import { newId } from '../../platform/identifiers.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { readFrenchPhone } from '../../platform/phone-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';
import { queueUnprovedSms } from '../../platform/sms/unproved-numbers.ts';
import { personTag, replaceActivationCode, type CodeContact } from '../employers/employers.ts';
import { countRequests, normaliseEmail } from '../identity/identity.ts';
import { activationMails, activationTexts } from './activation.messages.ts';

const request = z.object({
  lastName: z.string(),
  birthDate: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  locale: z.enum(['fr', 'en']),
  /** The asker's address. */
  clientAddress: z.string().default(''),
});
export type ResendRequest = z.output<typeof request>;

type Said = Omit<ResendRequest, 'locale'>;

type SealedRequest = { requestId: string; sealed: string };

export const resendCodeJob = job<SealedRequest>('activation.resend-code');

const placeOf = (requestId: string) => ({ table: 'jobs', column: 'activation-resend', row: requestId });

/** The worker looks for the person: a known and an unknown one are answered alike, in the same time. */
export async function askForCodeAgain(platform: Platform, asked: ResendRequest): Promise<void> {
  const requestId = newId(platform.clock);
  const sealed = sealJson(platform.secrets.values, placeOf(requestId), asked).toString('base64');
  await platform.jobs.enqueue(platform.db, resendCodeJob, { requestId, sealed });
}

/**
 * A new code to the contact that the employer gave, three times an hour at most for one contact and one client address:
 * a stranger who knows a name and a birth date uses up nobody else's hour. A code that cannot be sent replaces none.
 */
export async function resendCode(platform: Platform, { requestId, sealed }: SealedRequest): Promise<void> {
  const opened = openJson(platform.secrets.values, placeOf(requestId), Buffer.from(sealed, 'base64'));
  const { locale, ...said } = request.parse(opened);
  try {
    await platform.db.transaction().execute(async (tx) => {
      const replaced = (await isAllowed(tx, platform, said)) ? await replaceActivationCode(tx, platform, said) : null;
      if (replaced) await sendCode(tx, platform, { ...replaced, locale });
    });
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    platform.log.info({ requestId }, 'an activation code was not replaced: its number has had its messages of the day');
  }
}

/** Rolls back the new code, which nobody would receive: the one before stays good. */
class NotSent extends Error {}

const requestsPerHour = 3;
/** The same of all askers together, for one person and contact: who knows only one of them counts for nobody. */
const allAskersRequestsPerHour = 20;

async function isAllowed(tx: Tx, platform: Platform, said: Said): Promise<boolean> {
  const { email, phone, clientAddress } = said;
  const contact = email === undefined ? (readFrenchPhone(phone ?? '') ?? '') : normaliseEmail(email);
  const person = personTag(platform.secrets, said).toString('hex');
  const counted = await countRequests(tx, platform, [
    { purpose: 'activation-resend', owner: `${clientAddress} ${contact}`, perHour: requestsPerHour },
    { purpose: 'activation-resend/all', owner: `${person} ${contact}`, perHour: allAskersRequestsPerHour },
  ]);
  return counted.allowed;
}

type Replaced = { code: string; contact: CodeContact; locale: Locale };

async function sendCode(tx: Tx, platform: Platform, { code, contact, locale }: Replaced): Promise<void> {
  if ('phone' in contact) {
    const text = activationTexts[locale].activationCode(code);
    const isQueued = await queueUnprovedSms(tx, platform, { account: contact.phone, to: contact.phone, text });
    if (!isQueued) throw new NotSent();
    return;
  }
  const url = new URL('/activation', platform.settings.publicUrl).href;
  return queueMail(tx, platform, { to: contact.email, ...activationMails[locale].activationCode(code, url) });
}
