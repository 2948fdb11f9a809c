import { expect, it } from 'vitest';
import { guessOf } from './guess-type.ts';

it.each([
  ['Bulletin de paie 2026-03.pdf', { type: 'AUDO', kind: 'payslips' }],
  ['fiche_de_paye_mars.pdf', { type: 'AUDO', kind: 'payslips' }],
  ['CNI recto.jpg', { type: 'CIDT' }],
  ['Carte d’identité – Léa.png', { type: 'CIDT' }],
  ['passport-scan.pdf', { type: 'PSPR' }],
  ['permis.heic', { type: 'PECO' }],
  ['Facture EDF.pdf', { type: 'FACTA' }],
  ['Contrat de travail CDI.docx', { type: 'CONT' }],
  ['Contrat d’assurance habitation.pdf', { type: 'AUDO', kind: 'bank' }],
  ['Quittance de loyer.pdf', { type: 'AUDO', kind: 'housing' }],
  ['Ordonnance.pdf', { type: 'AUDO', kind: 'health' }],
  ['Diplôme.pdf', { type: 'DPLM' }],
  ['IMG_2034.jpg', { type: 'AUDO' }],
  ['distribution.txt', { type: 'AUDO' }],
])('reads in %s what it is', (name, guess) => {
  expect(guessOf(name)).toEqual(guess);
});
