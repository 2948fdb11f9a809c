import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { countSmsOf, findSmsOf } from '../../../platform/sms/sms-counts.store.ts';
import { holdSafe } from '../../documents/documents.ts';
import { findOpenedAt } from '../../identity/identity.ts';
import { recipientEmailTag, recipientPhoneTag } from '../sealed-share.ts';
import { judgeNewAddresses, nextSmsAt, smsLimits } from './quotas.rules.ts';
import { insertWrittenAddresses } from './quotas.store.ts';

/**
 * Counts those whom a safe is to write to, before anything is sent: all of them, or none where they are too many.
 * @throws {DomainError} TooManyRequests
 */
export async function countAddresses(
  tx: Tx,
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  { safeId, emails }: { safeId: string; emails: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const emailTags = emails.map((email) => recipientEmailTag(secrets, email));
  // Pipelined, in this order: those who count at the same instant come one after the other.
  const [, openedAt, written] = await Promise.all([
    holdSafe(tx, safeId),
    findOpenedAt(tx, safeId),
    insertWrittenAddresses(tx, safeId, { emailTags, now }),
  ]);
  const refused = judgeNewAddresses({ ...written, openedAt }, now);
  if (!refused) return;
  const { max, left, nextAt } = refused;
  throw tooMany({ limit: 'newAddresses', max, left }, secondsUntil(nextAt, now));
}

/**
 * Counts an SMS that someone outside asks for, which a safe has brought about.
 * @throws {DomainError} TooManyRequests
 */
export async function countSms(
  tx: Tx,
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  { safeId, phone }: { safeId: string; phone: string },
): Promise<void> {
  const now = clock.now();
  const parties = [
    { partyTag: secrets.tag('sms-to', recipientPhoneTag(secrets, phone).toString('hex')), max: smsLimits.number },
    { partyTag: secrets.tag('sms-of', safeId), max: smsLimits.safe },
  ];
  for (const party of parties) {
    if (await countSmsOf(tx, party, now)) continue;
    const nextAt = nextSmsAt(await findSmsOf(tx, party.partyTag), party.max, now);
    // The same words for both: the visitor does not learn which other people have written to the number.
    throw tooMany({ limit: 'sms', perNumber: smsLimits.number, perSender: smsLimits.safe }, secondsUntil(nextAt, now));
  }
}

const secondsUntil = (at: Date, now: Date): number => Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));

const tooMany = (params: Record<string, string | number>, retryAfterSeconds: number): DomainError =>
  new DomainError('TooManyRequests', { params, retryAfterSeconds });
