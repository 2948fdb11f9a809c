import type { Bytes } from '../bytes.ts';

const constructed = 0x20;
const indefinite = 0x80;

/**
 * Whether bytes are one element of ASN.1 whose lengths agree all the way down, each in its shortest form (X.690).
 * Parsers forgive lengths that do not: two different files would then read alike. Indefinite lengths, which some
 * authorities write, are let through.
 */
export const isWellFormed = (bytes: Bytes): boolean => endOf(bytes, 0, bytes.length) === bytes.length;

/** RSA with SHA-256, 384 and 512, RSA-PSS, ECDSA with SHA-256, 384 and 512: nothing that rests on SHA-1 or MD5. */
const strong = /^1\.2\.840\.(113549\.1\.1\.1[0-3]|10045\.4\.3\.[234])$/;

export const isStrong = (algorithmId: string): boolean => strong.test(algorithmId);

/** The identifiers of all ECDSA signatures begin with this. */
const ecdsa = '1.2.840.10045.4.';

/** Whether a signature is written as its algorithm asks: that of ECDSA is two numbers (RFC 3279, 2.2.3), and no more. */
export function isSignatureValue(algorithmId: string, bytes: Uint8Array): boolean {
  if (!algorithmId.startsWith(ecdsa)) return true;
  const [sequence, , first, length = 0] = bytes;
  const second = bytes[4 + length];
  return sequence === 0x30 && first === 0x02 && second === 0x02 && isWellFormed(Uint8Array.from(bytes));
}

/** Finds the end of the element at that place; null where it is not well formed. */
function endOf(bytes: Bytes, at: number, limit: number): number | null {
  const tag = bytes[at] ?? 0;
  const isConstructed = (tag & constructed) !== 0;
  // Nothing that is read here has tags of several bytes.
  if ((tag & 0x1f) === 0x1f) return null;
  if (bytes[at + 1] === indefinite) return isConstructed ? endOfIndefinite(bytes, at + 2, limit) : null;
  const content = readLength(bytes, at + 1);
  if (!content || content.at + content.length > limit) return null;
  const end = content.at + content.length;
  if (!isConstructed) return end;
  for (let inside = content.at; inside < end;) {
    const next = endOf(bytes, inside, end);
    if (next === null) return null;
    inside = next;
  }
  return end;
}

function endOfIndefinite(bytes: Bytes, contentAt: number, limit: number): number | null {
  for (let inside = contentAt; inside + 1 < limit;) {
    if (bytes[inside] === 0 && bytes[inside + 1] === 0) return inside + 2;
    const next = endOf(bytes, inside, limit);
    if (next === null) return null;
    inside = next;
  }
  return null;
}

function readLength(bytes: Bytes, at: number): { at: number; length: number } | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < indefinite) return { at: at + 1, length: first };
  const digits = first - indefinite;
  if (digits > 4 || at + digits >= bytes.length) return null;
  const length = bytes.subarray(at + 1, at + 1 + digits).reduce((sum, byte) => sum * 256 + byte, 0);
  // A shorter form would do, or the first digit is zero.
  if (length < indefinite || length < 256 ** (digits - 1)) return null;
  return { at: at + 1 + digits, length };
}
