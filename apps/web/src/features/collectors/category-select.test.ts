import { expect, it } from 'vitest';
import { usualKinds } from './category-select.tsx';

it.each([
  ['MAILBOX', 'invoices'],
  ['ENERGY', 'invoices'],
  ['TELECOM', 'invoices'],
  ['BANK', 'bank'],
  ['INSURANCE', 'bank'],
  ['STORAGE', 'other'],
] as const)('proposes for the documents of an agent of %s the category %s', (category, kind) => {
  expect(usualKinds({ category })[0]).toBe(kind);
});

it('has a category for a safe that has not the usual one any more', () => {
  expect(usualKinds({ category: 'MAILBOX' }).at(-1)).toBe('other');
});
