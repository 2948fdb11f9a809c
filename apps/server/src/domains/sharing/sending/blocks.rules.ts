import { normaliseEmail } from '../../identity/identity.ts';

/**
 * The mailbox that an address leads to, as far as it shows: most mail servers ignore what follows a + in it. A sender
 * who is blocked does not come back by adding one.
 */
export function mailboxOf(email: string): string {
  const normal = normaliseEmail(email);
  const at = normal.lastIndexOf('@');
  const plus = normal.indexOf('+');
  return plus > 0 && plus < at ? normal.slice(0, plus) + normal.slice(at) : normal;
}
