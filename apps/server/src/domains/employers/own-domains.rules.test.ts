import { expect, it } from 'vitest';
import { readOwnDomains } from './own-domains.rules.ts';

it('reads the domains of an employer as one writes them, each once', () => {
  const declared = ['Acme.FR', 'acme.fr.', ' rh.acme.fr ', 'société.fr', 'interieur.gouv.fr', 'acme.co.uk'];
  expect(readOwnDomains(declared)).toEqual({
    domains: ['acme.fr', 'rh.acme.fr', 'xn--socit-esab.fr', 'interieur.gouv.fr', 'acme.co.uk'],
    broken: [],
  });
});

it.each(['co.uk', 'gouv.fr', 'asso.fr', 'com.fr', 'github.io', 'blogspot.com', 'Asso.FR.'])(
  'refuses a public suffix: %s',
  (domain) => expect(readOwnDomains([domain]).broken).toEqual([{ field: 'emailDomains.0', rule: 'publicSuffix' }]),
);

it.each([
  'gmail.com',
  'GMAIL.com',
  'orange.fr',
  'hotmail.co.uk',
  'yahoo.fr',
  'x.gmail.com',
  'laposte.net',
  'proton.me',
])('refuses a public mail provider: %s', (domain) =>
  expect(readOwnDomains([domain]).broken).toEqual([{ field: 'emailDomains.0', rule: 'mailProvider' }]),
);

it('names each that is refused', () => {
  expect(readOwnDomains(['acme.fr', 'gmail.com', 'acme', 'co.uk']).broken).toEqual([
    { field: 'emailDomains.1', rule: 'mailProvider' },
    { field: 'emailDomains.2', rule: 'domain' },
    { field: 'emailDomains.3', rule: 'publicSuffix' },
  ]);
});
