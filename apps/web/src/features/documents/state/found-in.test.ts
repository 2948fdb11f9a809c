import { expect, it } from 'vitest';
import { foundIn } from './found-in.ts';

it.each([
  ['Été à Nîmes', 'ete nim', 'title'],
  ['Facture de l’électricité', 'ELECTR', 'title'],
  ['Facture 2026', 'loyer', 'content'],
  ['Facture 2026', 'fact loyer', 'both'],
  ['Attestation', 'test', 'content'],
] as const)('in “%s”, “%s” was found in: %s', (title, query, place) => {
  expect(foundIn(title, query)).toBe(place);
});
