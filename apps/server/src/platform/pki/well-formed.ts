/**
 * Whether bytes are one element of ASN.1 whose lengths agree all the way down, each in its shortest form (X.690). Parsers
 * forgive lengths that do not: two different files would then read alike. Indefinite lengths, which some authorities
 * write, are let through.
 */
export function isWellFormed(bytes: Buffer): boolean {
  return readElement(bytes, 0, bytes.length) === bytes.length;
}

const constructed = 0x20;
const indefinite = 0x80;

/** Finds the end of the element at that place; null where it is not well formed. */
function readElement(bytes: Buffer, at: number, limit: number): number | null {
  const tag = bytes[at] ?? 0;
  // Nothing that is read here has tags of several bytes.
  if ((tag & 0x1f) === 0x1f) return null;
  if (bytes[at + 1] === indefinite) return (tag & constructed) === 0 ? null : readIndefinite(bytes, at + 2, limit);
  const length = readLength(bytes, at + 1);
  if (!length || length.contentAt + length.bytes > limit) return null;
  const end = length.contentAt + length.bytes;
  if ((tag & constructed) === 0) return end;
  for (let inside = length.contentAt; inside < end;) {
    const next = readElement(bytes, inside, end);
    if (next === null) return null;
    inside = next;
  }
  return end;
}

function readIndefinite(bytes: Buffer, contentAt: number, limit: number): number | null {
  for (let inside = contentAt; inside + 1 < limit;) {
    if (bytes[inside] === 0 && bytes[inside + 1] === 0) return inside + 2;
    const next = readElement(bytes, inside, limit);
    if (next === null) return null;
    inside = next;
  }
  return null;
}

function readLength(bytes: Buffer, at: number): { contentAt: number; bytes: number } | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < 0x80) return { contentAt: at + 1, bytes: first };
  const digits = first - 0x80;
  if (digits > 4 || at + digits >= bytes.length) return null;
  const length = bytes.readUIntBE(at + 1, digits);
  // A shorter form would do, or the first digit is zero.
  if (length < 0x80 || length < 2 ** (8 * (digits - 1))) return null;
  return { contentAt: at + 1 + digits, bytes: length };
}
