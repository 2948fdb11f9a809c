import { fromHex, latinOf, type Bytes } from '../bytes.ts';
import { inflate } from '../inflate.ts';

export type PdfSignature = {
  /** The CMS message, without the zeros that fill its place. */
  message: Bytes;
  signed: Bytes;
  /** Whether everything is signed but the place of the signature itself. */
  coversAll: boolean;
};

/** The last signature of a PDF (ISO 32000-2, 12.8); null where there is none that can be read. */
export function readPdfSignature(pdf: Bytes): PdfSignature | null {
  const range = [...latinOf(pdf).matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1);
  if (!range) return null;
  const [start = 0, length = 0, from = 0, rest = 0] = range.slice(1).map(Number);
  const place = latinOf(pdf.slice(start + length, from));
  const [, hex] = /^<([0-9a-f]*|[0-9A-F]*)>$/.exec(place) ?? [];
  const message = hex === undefined ? null : withoutFilling(fromHex(hex));
  if (!message) return null;
  const signed = new Uint8Array(length + rest);
  signed.set(pdf.subarray(start, start + length));
  signed.set(pdf.subarray(from, from + rest), length);
  return { message, signed, coversAll: start === 0 && from + rest === pdf.length };
}

/** As long as its outermost element says; null where what follows is anything but zeros. */
function withoutFilling(filled: Bytes): Bytes | null {
  const [tag, first = 0] = filled;
  const digits = first > 0x80 ? first - 0x80 : 0;
  if (tag !== 0x30 || digits > 4) return null;
  const stated = filled.subarray(2, 2 + digits).reduce((sum, byte) => sum * 256 + byte, 0);
  const end = 2 + digits + (digits > 0 ? stated : first);
  const isFilledWithZeros = filled.subarray(end).every((byte) => byte === 0);
  return end <= filled.length && isFilledWithZeros ? filled.slice(0, end) : null;
}

/** Facts and seals take some thousands. */
const attachedBytesAtMost = 1_000_000;

/** The files inside the file, as they are there or unpacked. */
export async function readAttachments(pdf: Bytes): Promise<Bytes[]> {
  const found: Bytes[] = [];
  for (const object of latinOf(pdf).matchAll(/\bobj\s*<<((?:(?!\bendobj\b)[^])*?)>>\s*stream\r?\n/g)) {
    const [whole, dictionary = ''] = object;
    const [, length] = /\/Length\s+(\d+)/.exec(dictionary) ?? [];
    if (!/\/Type\s*\/EmbeddedFile/.test(dictionary) || length === undefined) continue;
    const start = object.index + whole.length;
    const bytes = pdf.slice(start, start + Number(length));
    const content = dictionary.includes('/FlateDecode') ? await inflate(bytes, 'deflate', attachedBytesAtMost) : bytes;
    if (content) found.push(content);
  }
  return found;
}
