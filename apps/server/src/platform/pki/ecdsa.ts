/** ECDSA signatures on P-256 in their two forms: r ‖ s (64 bytes), as JOSE and XML have them, and DER, as X.509 has. */
const half = 32;

/** @throws {RangeError} not of 64 bytes */
export function toDer(raw: Buffer): Buffer {
  if (raw.length !== 2 * half) throw new RangeError('the signature has not 64 bytes');
  const numbers = Buffer.concat([derInteger(raw.subarray(0, half)), derInteger(raw.subarray(half))]);
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers]);
}

/** @throws {RangeError} no such signature */
export function fromDer(der: Buffer): Buffer {
  const first = readInteger(der, 2);
  const second = readInteger(der, first.end);
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || second.end !== der.length)
    throw new RangeError('the signature is not in DER');
  return Buffer.concat([first.value, second.value]);
}

function derInteger(number: Buffer): Buffer {
  const start = number.findIndex((byte, at) => byte !== 0 || at === number.length - 1);
  const digits = number.subarray(start);
  // A first bit that is set would be a sign.
  const padded = (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.from([0]), digits]);
  return Buffer.concat([Buffer.from([0x02, padded.length]), padded]);
}

function readInteger(der: Buffer, at: number): { value: Buffer; end: number } {
  const end = at + 2 + (der[at + 1] ?? 0);
  const padded = der.subarray(at + 2, end);
  const digits = padded.length > half ? padded.subarray(padded.length - half) : padded;
  if (der[at] !== 0x02 || end > der.length || padded.length > half + 1)
    throw new RangeError('the signature is not in DER');
  return { value: Buffer.concat([Buffer.alloc(half - digits.length), digits]), end };
}
