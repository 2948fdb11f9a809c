import type { KeyObject } from 'node:crypto';
import { locale } from '@perenne/contract/identity';
import { z } from 'zod';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { normaliseEmail } from './identity.rules.ts';

/** The profile of an owner: sealed under the values key of the safe. */
const sealedProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  birthDate: z.string(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  /** As it was typed: mails go there. */
  email: z.string(),
  locale,
  /** The number that was replaced in the last days, until then: an undo brings it back. */
  formerPhone: z.object({ phone: z.string().nullable(), until: z.iso.datetime() }).optional(),
});
export type OwnerProfile = z.output<typeof sealedProfile>;

const placeOf = (safeId: string) => ({ table: 'accounts', column: 'sealed_profile', row: safeId });

export const sealProfile = (values: KeyObject, safeId: string, profile: OwnerProfile): Buffer =>
  sealJson(values, placeOf(safeId), profile);

export const openProfile = (values: KeyObject, safeId: string, sealed: Buffer): OwnerProfile =>
  sealedProfile.parse(openJson(values, placeOf(safeId), sealed));

/** Finds an account by its address. */
export const emailTag = (secrets: Pick<Secrets, 'tag'>, email: string): Buffer =>
  secrets.tag('email', normaliseEmail(email));
