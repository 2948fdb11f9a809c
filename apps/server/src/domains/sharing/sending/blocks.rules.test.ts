import { expect, it } from 'vitest';
import { mailboxOf } from './blocks.rules.ts';

it('takes what follows a + in an address for nothing', () => {
  expect(mailboxOf(' Anna+Perenne@Example.org ')).toBe('anna@example.org');
  expect(mailboxOf('anna+a+b@example.org')).toBe('anna@example.org');
  expect(mailboxOf('anna@a+b.example')).toBe('anna@a+b.example');
  expect(mailboxOf('+anna@example.org')).toBe('+anna@example.org');
});
