import { randomUUID, type KeyObject } from 'node:crypto';
import { entryOf, refusalOf } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import { readFrenchMobile } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { normaliseEmail } from '../../identity/identity.ts';
import type { NewRecipient } from '../shares.store.ts';
import { recipientEmailTag, recipientPhoneTag, sealRecipient } from '../sealed-share.ts';

export type PlannedRecipient = Omit<NewRecipient, 'referenceTag'>;
type Named = { email: string; phone?: string | undefined };
type Parts = Pick<Platform, 'clock' | 'secrets'>;

/**
 * Those who are written to, each address once: with the first number that came with it.
 * @throws {DomainError} PhoneNumberFormatError for numbers that receive no SMS, all of them named
 */
export function namedRecipients(platform: Parts, values: KeyObject, named: readonly Named[]): PlannedRecipient[] {
  const read = named.map(({ email, phone }) => ({
    email,
    phone: phone === undefined ? undefined : readFrenchMobile(phone),
  }));
  const broken = read.flatMap(({ phone }, at) =>
    phone === null ? [entryOf({ field: `recipients.${at}.phone`, rule: 'phone' })] : [],
  );
  if (broken.length > 0) throw refusalOf(broken);
  const byAddress = new Map<string, { email: string; phone: string | null }>();
  for (const { email, phone } of read) {
    const known = byAddress.get(normaliseEmail(email));
    byAddress.set(normaliseEmail(email), { email: known?.email ?? email, phone: known?.phone ?? phone ?? null });
  }
  return [...byAddress.values()].map((person) => plan(platform, values, person));
}

function plan(platform: Parts, values: KeyObject, { email, phone }: { email: string; phone: string | null }) {
  const recipientId = newId(platform.clock);
  return {
    recipientId,
    sealed: sealRecipient(values, recipientId, { email, phone }),
    emailTag: recipientEmailTag(platform.secrets, email),
    phoneTag: phone === null ? null : recipientPhoneTag(platform.secrets, phone),
    ...{ linkId: randomUUID(), delivery: 'QUEUED' as const, messageId: newId(platform.clock) },
  };
}

/** A person who has the link: nobody writes to them. */
export function linkHolder(platform: Parts, values: KeyObject): PlannedRecipient {
  const recipientId = newId(platform.clock);
  return {
    recipientId,
    sealed: sealRecipient(values, recipientId, { email: null, phone: null }),
    ...{ emailTag: null, phoneTag: null, linkId: randomUUID() },
    ...{ delivery: 'SENT' as const, messageId: newId(platform.clock) },
  };
}
