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
