import { fromBER, Integer, ObjectIdentifier, Sequence } from 'asn1js';
import { ECNamedCurves, type PublicKeyInfo } from 'pkijs';
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

/**
 * Whether a signature is written as its algorithm asks. That of ECDSA is two numbers (RFC 3279, 2.2.3), each above zero,
 * in its shortest form and no longer than the curve. pkijs would take others: the end of one that is too long would
 * cover the end of the other, and two different files would then read alike.
 */
export function isSignatureValue(value: Uint8Array, algorithmId: string, key: PublicKeyInfo): boolean {
  if (!algorithmId.startsWith(ecdsa)) return true;
  const bytes = Uint8Array.from(value);
  const numbers: unknown = isWellFormed(bytes) ? fromBER(bytes).result : null;
  if (!(numbers instanceof Sequence) || numbers.valueBlock.value.length !== 2) return false;
  const curve: unknown = key.algorithm.algorithmParams;
  const size = curve instanceof ObjectIdentifier ? ECNamedCurves.find(curve.getValue())?.size : undefined;
  return numbers.valueBlock.value.every((number) => isPositive(number, size ?? 0));
}

/** `size`: the bytes that the number may have, without the zero before a number whose highest bit is set. */
function isPositive(number: unknown, size: number): boolean {
  if (!(number instanceof Integer)) return false;
  const [first = 0, ...others] = number.valueBlock.valueHexView;
  if (first !== 0) return first < 0x80 && others.length < size;
  return (others[0] ?? 0) >= 0x80 && others.length <= size;
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
