import { putUser, type Profile } from '@perenne/contract/identity';
import type { Received } from '@perenne/contract/endpoint';
import { DomainError, entryOf, refusalOf } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { parisMinute } from '../../../platform/time/calendar.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { readFrenchPhone } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openProfile, sealProfile, type OwnerProfile } from './account-record.ts';
import { findProfile, lockProfile, updateProfile } from './accounts.store.ts';
import { changedLockedField } from '../federation/federation.rules.ts';
import { isFederated } from '../federation/links.ts';
import { isPast } from './identity.rules.ts';
import { mailKnownAddresses } from './known-addresses.ts';
import { formerPhoneOf } from './former-phone.ts';
import { makeUndoLink } from '../takeover/takeover-undos.ts';
import { takeoverMails } from '../takeover/takeover.messages.ts';

export async function readProfile(platform: Platform, { safeId }: Owner): Promise<Profile> {
  const row = await findProfile(platform.db, safeId);
  if (!row) throw new DomainError('AuthTokenNotValid');
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const { used, limit } = row;
  const federated = await isFederated(platform.db, safeId);
  const { formerPhone: _, ...profile } = openProfile(values, safeId, row.sealedProfile);
  return { ...profile, federated, storage: { used, limit } };
}

/** The fields of the profile that an owner writes, as they were typed. */
export type TypedProfile = {
  firstName: string;
  lastName: string;
  phone: string;
  birthDate: string;
  address?: string | null | undefined;
  postalCode?: string | null | undefined;
  city?: string | null | undefined;
  country?: string | null | undefined;
};

type WrittenProfile = Omit<OwnerProfile, 'email' | 'locale' | 'formerPhone'>;

/**
 * The profile as it is kept: the phone in E.164, what is empty absent. `field` is the path of the profile
 * in the request.
 * @throws {DomainError} PhoneNumberFormatError, InvalidRequest for a birth date to come
 */
export function normaliseProfile({ clock }: Pick<Platform, 'clock'>, typed: TypedProfile, field = ''): WrittenProfile {
  const phone = readFrenchPhone(typed.phone);
  const broken = [
    ...(isPast(typed.birthDate, clock.now()) ? [] : [{ field: `${field}birthDate`, rule: 'date' }]),
    ...(phone === null ? [{ field: `${field}phone`, rule: 'phone' }] : []),
  ];
  if (broken.length > 0) throw refusalOf(broken.map(entryOf));
  return {
    firstName: typed.firstName,
    lastName: typed.lastName,
    phone,
    birthDate: typed.birthDate,
    address: typed.address || null,
    postalCode: typed.postalCode || null,
    city: typed.city || null,
    country: typed.country || null,
  };
}

const holdsText = (field: string) => ({
  path: [field],
  when: ({ value }: { value: unknown }) => typeof (value as Record<string, unknown> | null)?.[field] === 'string',
});

/** The call with the rules that only the server knows: faults against them are returned beside all others. */
export const putUserWith = ({ clock }: Pick<Platform, 'clock'>) => ({
  ...putUser,
  body: putUser.body
    .refine(({ phone }) => readFrenchPhone(phone) !== null, { ...holdsText('phone'), params: { rule: 'phone' } })
    .refine(({ birthDate }) => isPast(birthDate, clock.now()), { ...holdsText('birthDate'), params: { rule: 'date' } }),
});

/** Replaces what the owner may write; the e-mail stays. */
export async function changeProfile(
  platform: Platform,
  owner: Owner,
  typed: Received<typeof putUser>['body'],
): Promise<Profile> {
  const written = normaliseProfile(platform, typed);
  await platform.db.transaction().execute(async (tx) => {
    await replaceProfile(tx, platform, { safeId: owner.safeId, written, locale: typed.locale });
    await appendJournal(tx, platform, {
      safeId: owner.safeId,
      actor: { kind: 'owner' },
      action: 'profile.changed',
      details: { address: owner.address },
    });
  });
  return readProfile(platform, owner);
}

type Replacement = {
  safeId: string;
  written: WrittenProfile;
  locale: OwnerProfile['locale'] | undefined;
};

async function replaceProfile(tx: Tx, platform: Platform, { safeId, written, locale }: Replacement): Promise<void> {
  const { sealedProfile } = await lockProfile(tx, safeId);
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const before = openProfile(values, safeId, sealedProfile);
  const locked = changedLockedField(before, written);
  if (locked !== undefined && (await isFederated(tx, safeId))) throw new DomainError('Forbidden', { field: locked });
  const isNewPhone = written.phone !== before.phone;
  const formerPhone = isNewPhone ? formerPhoneOf(before, platform.clock.now()) : before.formerPhone;
  const after = {
    ...written,
    email: before.email,
    locale: locale ?? before.locale,
    ...(formerPhone && { formerPhone }),
  };
  await updateProfile(tx, safeId, sealProfile(values, safeId, after));
  if (isNewPhone) await mailNewPhone(tx, platform, safeId);
}

/** A session alone replaces the number, to which a reset sends its code: the mail to every address known undoes that. */
async function mailNewPhone(tx: Tx, platform: Platform, safeId: string): Promise<void> {
  const changedAt = platform.clock.now();
  const undoUrl = await makeUndoLink(tx, platform, { safeId, changedAt });
  const mail = (locale: 'fr' | 'en') => takeoverMails[locale].phoneChanged(parisMinute(locale, changedAt), undoUrl);
  await mailKnownAddresses(tx, platform, { safeId, mail });
}
