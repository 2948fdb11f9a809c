import { randomBytes } from 'node:crypto';

/** Crockford base 32: without I, L, O and U, which are read as something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const count = 10;
const groupLength = 5;

const newGroup = (): string => [...randomBytes(groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('');

/** Ten codes of fifty bits of chance, shown `XXXXX-XXXXX`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${newGroup()}-${newGroup()}`);

/** The symbols of a code as someone typed it: what is hashed. */
export const normaliseRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
