import { expect, it } from 'vitest';
import type { AttestedFacts } from './attested-facts.ts';
import { attestationWords, writeDepositor } from './attestation.words.ts';

const email = 'agence@example.org';
const request = `${email} (Bail)`;

const write = (deposit: Omit<AttestedFacts['deposit'], 'at'>) =>
  [attestationWords.fr, attestationWords.en].map((words) => writeDepositor(words, { at: '', ...deposit }));

it('names who was written to as where a link was sent, not as who deposited', () => {
  expect(write({ by: 'employee', depositor: null, link: { request, sentTo: email } })).toEqual([
    `Une personne extérieure, par le lien envoyé à ${request}`,
    `Someone outside, through the link sent to ${request}`,
  ]);
  expect(write({ by: 'employee', depositor: null, link: { request: 'Bail', sentTo: null } })).toEqual([
    'Une personne extérieure, par le lien de la demande\u00a0: Bail',
    'Someone outside, through the link of the request: Bail',
  ]);
});

it('names the company that deposited, and the holder', () => {
  expect(write({ by: 'company', depositor: 'Ateliers Martin' })).toEqual(['Ateliers Martin', 'Ateliers Martin']);
  const holder = [attestationWords.fr, attestationWords.en].map(({ depositor }) => depositor.employee);
  expect(write({ by: 'employee', depositor: null })).toEqual(holder);
});

it('writes sizes exactly, then in the units of each language', () => {
  const sizes = [999, 1_500, 1_234_567, 100_000_000];
  expect(sizes.map((bytes) => attestationWords.fr.size(bytes).replace(/\s/g, ' '))).toEqual([
    '999 octets',
    '1 500 octets (1,5 ko)',
    '1 234 567 octets (1,2 Mo)',
    '100 000 000 octets (100 Mo)',
  ]);
  expect(attestationWords.fr.size(1_500)).toBe('1\u202f500\u00a0octets (1,5\u00a0ko)');
  expect(sizes.map((bytes) => attestationWords.en.size(bytes).replace(/\s/g, ' '))).toEqual([
    '999 bytes',
    '1,500 bytes (1.5 KB)',
    '1,234,567 bytes (1.2 MB)',
    '100,000,000 bytes (100 MB)',
  ]);
});
