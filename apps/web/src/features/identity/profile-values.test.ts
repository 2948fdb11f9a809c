import type { Profile } from '@perenne/contract/identity';
import { expect, it } from 'vitest';
import { profileSchema, readProfile, writeProfile } from './profile-values.ts';

const profile: Profile = {
  firstName: 'Claire',
  lastName: 'Morvan',
  birthDate: '1984-03-12',
  phone: '+33612345678',
  address: null,
  postalCode: null,
  city: 'Rennes',
  country: null,
  email: 'claire@example.org',
  federated: false,
  locale: 'fr',
  storage: { used: 0, limit: 10 },
};

it('shows the phone as French people write it, and sends it as it stands', () => {
  const values = readProfile(profile);
  expect(values.phone).toBe('06 12 34 56 78');
  expect(profileSchema.parse(values).phone).toBe('06 12 34 56 78');
});

it('sends an optional field that was emptied as none, and nothing that is not the form’s', () => {
  expect(writeProfile({ ...readProfile(profile), city: '' })).toEqual({
    firstName: 'Claire',
    lastName: 'Morvan',
    birthDate: '1984-03-12',
    phone: '06 12 34 56 78',
    address: null,
    postalCode: null,
    city: null,
    country: null,
    locale: 'fr',
  });
});

it.each(['', '12', '+44 20 7946 0000'])('refuses “%s” as a phone', (phone) => {
  expect(profileSchema.safeParse({ ...readProfile(profile), phone }).success).toBe(false);
});
