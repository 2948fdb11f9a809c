import { expect, it } from 'vitest';
import { isDisposableDomain } from './disposable-domains.ts';

it.each([
  ['yopmail.com', true],
  ['YOPMAIL.fr', true],
  ['mailinator.com', true],
  ['sub.mailinator.com', true],
  ['jetable.org', true],
  ['gmail.com', false],
  ['laposte.net', false],
  ['free.fr', false],
  ['orange.fr', false],
  ['exemple.fr', false],
  ['mailinator.exemple.fr', false],
])('%s is disposable: %s', (domain, isDisposable) => {
  expect(isDisposableDomain(domain)).toBe(isDisposable);
});
