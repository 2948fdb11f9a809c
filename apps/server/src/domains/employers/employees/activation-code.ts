import { randomBytes } from 'node:crypto';

/** Crockford base 32: without I, L, O and U, which are read as something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 12;

const lifeDays = 90;

/** Sixty bits of chance, shown `XXXX-XXXX-XXXX`. */
export function newActivationCode(): string {
  const symbols = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${symbols.slice(0, 4)}-${symbols.slice(4, 8)}-${symbols.slice(8)}`;
}

/** The twelve symbols of a code as someone typed it: these are hashed. A text that is no code stays none. */
export const normaliseCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

export const activationCodeExpiry = (now: Date): Date => new Date(now.getTime() + lifeDays * 86_400_000);
