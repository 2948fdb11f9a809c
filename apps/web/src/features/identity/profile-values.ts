import { phone } from '@perenne/contract/fields';
import { locale, type Profile, profileFields, type putUser } from '@perenne/contract/identity';
import { z } from 'zod';
import { isFrenchPhone, showPhone } from '../../lib/i18n/french-phone.ts';

/** The form asks for the whole profile but the login, the federation and the storage. */
export const profileSchema = z.object({
  ...profileFields,
  phone: phone.refine(isFrenchPhone, { params: { rule: 'phone' } }),
  locale,
});
export type ProfileValues = z.output<typeof profileSchema>;

/** A profile as its form shows it: the phone as French people write it, and no `null` in a field of text. */
export const readProfile = (profile: Profile): ProfileValues => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  birthDate: profile.birthDate,
  phone: showPhone(profile.phone ?? ''),
  address: profile.address ?? '',
  postalCode: profile.postalCode ?? '',
  city: profile.city ?? '',
  country: profile.country,
  locale: profile.locale,
});

/** Returns what the server takes: an empty optional field is none. */
export const writeProfile = (values: ProfileValues): z.input<typeof putUser.body> => ({
  ...values,
  address: values.address || null,
  postalCode: values.postalCode || null,
  city: values.city || null,
  country: values.country ?? null,
});
