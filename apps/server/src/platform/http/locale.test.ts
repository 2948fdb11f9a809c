import { expect, it } from 'vitest';
import { readLocale } from './locale.ts';

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['*', 'fr'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
  ['de-DE,de;q=0.9,en;q=0.5', 'en'],
  ['en;q=0.2, fr;q=0.7', 'fr'],
  ['en;q=0', 'fr'],
  ['EN-us', 'en'],
  ['en;q=x', 'fr'],
])('reads %s as %s', (header, locale) => {
  expect(readLocale(header)).toBe(locale);
});
