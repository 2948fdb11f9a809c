import { expect, it } from 'vitest';
import { mailboxOf } from './blocks.rules.ts';

it('takes what follows a + in an address for nothing', () => {
  expect(mailboxOf(' Anna+Perenne@Example.org ')).toBe('anna@example.org');
  expect(mailboxOf('anna+a+b@example.org')).toBe('anna@example.org');
  expect(mailboxOf('anna@a+b.example')).toBe('anna@a+b.example');
  expect(mailboxOf('+anna@example.org')).toBe('+anna@example.org');
});

it.each([
  ['gmail.com', 'jean.dupont@gmail.com', 'J.E.A.N.Dupont+perenne@GMail.com'],
  ['googlemail.com, which is gmail.com', 'jeandupont@gmail.com', 'jean.dupont@googlemail.com'],
  ['proton.me', 'jean.dupont@proton.me', 'Jean_du-pont@proton.me'],
  ['protonmail.com', 'jeandupont@protonmail.com', 'jean-dupont@protonmail.com'],
])('takes the marks that a provider ignores for nothing: %s', (_provider, one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other));
});

it.each([
  ['dots count at most providers', 'jean.dupont@orange.fr', 'jeandupont@orange.fr'],
  ['a hyphen counts at Gmail', 'jean-dupont@gmail.com', 'jeandupont@gmail.com'],
  ['Gmail under another domain is its owner’s', 'jean.dupont@mail.example', 'jeandupont@mail.example'],
  ['a name ends like another', 'jean.dupont@notgmail.com', 'jeandupont@notgmail.com'],
  ['domains of one provider may be of two people', 'jeandupont@proton.me', 'jeandupont@pm.me'],
  ['a name of nothing but marks is itself', '..@gmail.com', '...@gmail.com'],
])('keeps two addresses apart that may be of two people: %s', (_why, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});
