import { normaliseEmail } from '../../identity/identity.ts';

/**
 * The marks in a name that a provider takes for nothing, as it says itself: no two people have names there that differ
 * by them alone. Anywhere else, a dot may be all that keeps two people apart.
 */
const ignoredMarks: Readonly<Record<string, RegExp>> = {
  'gmail.com': /\./g,
  ...{ 'proton.me': /[._-]/g, 'protonmail.com': /[._-]/g, 'protonmail.ch': /[._-]/g, 'pm.me': /[._-]/g },
};

/** Another name of a domain, with the same mailboxes. */
const sameDomains: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The mailbox that an address leads to, as far as it shows: most mail servers ignore what follows a + in it, some ignore
 * dots too. A sender who is blocked does not come back by writing the address in another way.
 */
export function mailboxOf(email: string): string {
  const address = withoutTag(email);
  const at = address.lastIndexOf('@');
  const written = address.slice(at + 1);
  const domain = sameDomains[written] ?? written;
  const marks = ignoredMarks[domain];
  const name = address.slice(0, at);
  return `${(marks && name.replace(marks, '')) || name}@${domain}`;
}

/** The mailbox as earlier releases counted it: blocks of then were kept for it, and cannot be counted again. */
export function withoutTag(email: string): string {
  const normal = normaliseEmail(email);
  const at = normal.lastIndexOf('@');
  const plus = normal.indexOf('+');
  return plus > 0 && plus < at ? normal.slice(0, plus) + normal.slice(at) : normal;
}
