import { z } from 'zod';
import { countryCodes } from './countries.ts';
import { hasVisibleSign } from './names.ts';

/** Bounds that forms, server and messages share. */
export const limits = {
  name: 80,
  city: 80,
  address: 200,
  postalCode: 10,
  email: 254,
  domain: 253,
  title: 200,
  passwordMin: 12,
  passwordMax: 128,
  passwordSpecials: 2,
  passkeyName: 60,
  documentBytes: 100_000_000,
  folderName: 60,
  folderDepth: 10,
  /** Documents, and folders, that one call may name. */
  selection: 500,
  download: 500,
  shareTitle: 100,
  shareMessage: 1_000,
  shareDocuments: 200,
  recipients: 10,
  securityCodeMin: 8,
  securityCodeMax: 128,
  /** Files that a request for documents may bring. */
  requestedFiles: 100,
  pageDefault: 50,
  pageMost: 200,
} as const;

/** The header `Idempotency-Key`: what comes again under it is done once. */
export const idempotencyKey = z.string().min(1).max(200);

/** A rule that Zod has no issue for is a `custom` issue with `params.rule`, the name of its message. */
const rule = (name: string, bounds: Record<string, number> = {}) => ({ params: { rule: name, ...bounds } });

/** Control characters and halves of characters, which are refused by their own rule. */
const unfit = /(?!\s)[\p{Cc}\p{Cs}]/u;

/** Without the spaces around it. A text of which nothing shows is empty: its reader sees no difference. */
const visible = z
  .string()
  .trim()
  .overwrite((value) => (hasVisibleSign(value) || unfit.test(value) ? value : ''));

const trimmed = (max: number) => visible.min(1).max(max);

/** Letters of any alphabet, spaces, both apostrophes and hyphens. */
export const personName = trimmed(limits.name).refine((value) => /^[\p{L}\p{M} '’-]+$/u.test(value), rule('name'));

/** One line that reads as it is written: no control character, no mark that turns the direction of the text. */
export const plainText = (max: number) =>
  trimmed(max).refine(
    (value) => !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value),
    rule('characters'),
  );

/** Several lines of plain text. */
export const plainLines = (max: number) =>
  trimmed(max).refine(
    (value) => !/[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u.test(value),
    rule('characters'),
  );

/** A text of which nothing shows. */
export const blank = visible.pipe(z.literal(''));

/** A text, or none: a blank one, and null, are none. */
export const textOrNone = (text: z.ZodType<string, string>) => z.union([text, blank, z.null()]).optional();

/** A text that may be left out: none is left out too. */
export const leftOut = (text: z.ZodType<string, string>) =>
  textOrNone(text)
    .transform((value): string | undefined => value || undefined)
    .pipe(z.string().optional());

/** In the years that a database knows. */
export const calendarDate = z.iso.date().refine((value) => value >= '0001-01-01', rule('date'));

/** A date of birth: in the past, at most 130 years ago. The clock is the caller's. */
export const birthDate = calendarDate.refine((value) => value >= '1890-01-01', rule('date'));

export const email = z.string().trim().max(limits.email).pipe(z.email());

/**
 * A domain in lower-case ASCII (UTS 46), without its final dot; null for what is none: one label, a
 * space, an address.
 */
export function asciiDomain(domain: string): string | null {
  const url = new URL('ws://none');
  url.hostname = domain.trim().replace(/\.$/, '').toLowerCase();
  const isDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname);
  return isDomain && !/[/?#\\:%\s]/.test(domain.trim()) && url.hostname.length <= limits.domain ? url.hostname : null;
}

/** As an employer writes it, international names too. */
export const domain = trimmed(limits.domain).refine((value) => asciiDomain(value) !== null, rule('domain'));

/** As typed; the server reads it as a French number and stores E.164. */
export const phone = z.string().trim().min(1).max(30);

/** ISO 3166-1 alpha-2. */
export const country = z.string().refine((value) => countryCodes.includes(value), rule('country'));

export const passwordRules = {
  length: (value: string) => [...value].length >= limits.passwordMin,
  uppercase: (value: string) => /\p{Lu}/u.test(value),
  lowercase: (value: string) => /\p{Ll}/u.test(value),
  digit: (value: string) => /\p{Nd}/u.test(value),
  specials: (value: string) => (value.match(/[^\p{L}\p{M}\p{N}\s]/gu) ?? []).length >= limits.passwordSpecials,
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules of the password that this value breaks. */
export const brokenPasswordRules = (value: string): PasswordRule[] =>
  (Object.keys(passwordRules) as PasswordRule[]).filter((name) => !passwordRules[name](value));

/** Only its size is a matter of shape: the policy answers `PasswordPolicyError`. */
export const newPassword = z.string().min(1).max(limits.passwordMax);
export const givenPassword = z.string().min(1).max(1024);

/** A chosen password and its confirmation, which must be the same text. */
export const chosenPassword = { password: newPassword, confirmation: z.string() };

/** The refinement of a body that holds `chosenPassword`; its fault is returned beside the other faults of the body. */
export const sameConfirmation = {
  path: ['confirmation'],
  params: { rule: 'same' },
  when: ({ value }: { value: unknown }) => typeof (value as { password?: unknown } | null)?.password === 'string',
};
export const isConfirmed = (body: { password: string; confirmation: string }): boolean =>
  body.password === body.confirmation;

/** As codes are compared: wherever they came from, their spaces say nothing. */
export const withoutSpaces = (value: string): string => value.replace(/\s/g, '');

export const verificationCode = z
  .string()
  .transform(withoutSpaces)
  .pipe(z.string().regex(/^\d{6}$/));

export const uuid = z.uuid();
export const instant = z.iso.datetime();
/** A day of another time zone than UTC begins at an instant that its reader knows. */
export const dayOrInstant = z.union([calendarDate, instant]);
export const sizeBytes = z.int().nonnegative();

/** Any text: one that is no UUID answers as an unknown identifier. */
export const idParams = z.strictObject({ id: z.string() });

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(limits.pageMost).default(limits.pageDefault),
  cursor: z.string().min(1).max(500).optional(),
};

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().nonnegative() });
