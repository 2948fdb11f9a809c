/** Bytes in memory of their own, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** @throws {TypeError} where the bytes are not UTF-8 */
export const textOf = (bytes: Bytes): string => decoder.decode(bytes);

/** A text can be found in it at its place in the bytes, for one character is one byte. */
export const latinOf = (bytes: Bytes | ArrayBuffer): string => new TextDecoder('latin1').decode(bytes);

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += digits[byte];
  return text;
}

export function fromHex(text: string): Bytes {
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

/** Null where the text is not base 64. White space is ignored, as XML and PEM break lines. */
export function fromBase64(text: string): Bytes | null {
  try {
    const binary = atob(text.replaceAll(/\s+/g, ''));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return null;
  }
}

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export type DigestName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

export const digest = async (name: DigestName, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(name, bytes));
