import { readFileSync } from 'node:fs';
import { brokenPasswordRules, limits } from '@perenne/contract/fields';
import { DomainError } from '../../../platform/domain-error.ts';

/** The owner of a password: it must not hold these. */
export type PasswordOwner = { firstName: string; lastName: string; email: string };

const shortestHeld = 3;

/** The 10,000 most common, as zxcvbn ranks them (its licence is beside the list). */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** @throws {DomainError} PasswordPolicyError, with the first rule that is broken */
export function assertPasswordPolicy(password: string, owner: PasswordOwner): void {
  const rule = isCommon(password) ? 'common' : (brokenPasswordRules(password)[0] ?? heldOf(password, owner));
  if (rule === undefined) return;
  throw new DomainError('PasswordPolicyError', { field: 'password', params: { rule, ...bounds[rule] } });
}

const bounds: Partial<Record<string, Record<string, number>>> = {
  length: { min: limits.passwordMin },
  specials: { min: limits.passwordSpecials },
};

const isCommon = (password: string): boolean => common.has(password.toLowerCase());

/** The parts of its owner that the password holds. */
function heldOf(password: string, { firstName, lastName, email }: PasswordOwner) {
  const folded = fold(password);
  const holds = (part: string) => part.length >= shortestHeld && folded.includes(part);
  if ([firstName, lastName].flatMap(partsOf).some(holds)) return 'name';
  if (holds(fold(email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/, '')))) return 'email';
  return undefined;
}

/** The whole name, and each of those that make it up. */
const partsOf = (name: string): string[] => [fold(name), ...fold(name).split(/[\s'’-]+/)];

/** Without regard to case and accents. */
const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
