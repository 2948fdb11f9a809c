/** One element of DER: what it is, what it holds, and the whole of it. */
export type Element = { tag: number; content: Buffer; bytes: Buffer };

/** The tags that are written here. */
export const tags = { integer: 0x02, octets: 0x04, objectIdentifier: 0x06, sequence: 0x30 } as const;

/** The tag of a field that is marked by its number, and holds further elements. */
export const fieldTag = (number: number): number => 0xa0 + number;

/** @throws {RangeError} the bytes are no elements of DER */
export class NotDer extends RangeError {
  override readonly name = 'NotDer';
}

const constructed = 0x20;
const indefinite = 0x80;

export function encode(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.of(0x80 + digits.length, ...digits);
}

/** The elements one after the other. @throws {NotDer} */
export function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes, at);
    elements.push(element);
    at += element.bytes.length;
  }
  return elements;
}

function readElement(bytes: Buffer, at: number): Element {
  const tag = bytes[at] ?? 0;
  const { length, contentAt } = readLength(bytes, at + 1);
  const end = contentAt + length;
  if ((tag & 0x1f) === 0x1f || end > bytes.length) throw new NotDer('an element is not whole');
  return { tag, content: bytes.subarray(contentAt, end), bytes: bytes.subarray(at, end) };
}

function readLength(bytes: Buffer, at: number): { length: number; contentAt: number } {
  const first = bytes[at];
  if (first === undefined || first === indefinite || first > 0x84) throw new NotDer('a length cannot be read');
  if (first < 0x80) return { length: first, contentAt: at + 1 };
  const digits = first - 0x80;
  if (at + digits >= bytes.length) throw new NotDer('a length cannot be read');
  const length = bytes.readUIntBE(at + 1, digits);
  if (length < 0x80 || length < 2 ** (8 * (digits - 1))) throw new NotDer('a length is not in its shortest form');
  return { length, contentAt: at + 1 + digits };
}

/**
 * A CMS message in DER, however it came: some authorities write indefinite lengths, and strings in pieces. Nothing that
 * is signed changes by it. @throws {NotDer} it cannot be read
 */
export function toDer(message: Buffer): Buffer {
  const { der, end } = convert(message, 0);
  if (end !== message.length) throw new NotDer('bytes follow the message');
  return der;
}

function convert(bytes: Buffer, at: number): { der: Buffer; end: number } {
  const tag = bytes[at] ?? 0;
  if (bytes[at + 1] !== indefinite) {
    const { content, bytes: whole } = readElement(bytes, at);
    const end = at + whole.length;
    return { der: (tag & constructed) === 0 ? whole : rebuild(tag, convertAll(content)), end };
  }
  const parts: Buffer[] = [];
  let inside = at + 2;
  while (bytes[inside] !== 0 || bytes[inside + 1] !== 0) {
    const { der, end } = convert(bytes, inside);
    parts.push(der);
    inside = end;
  }
  return { der: rebuild(tag, parts), end: inside + 2 };
}

function convertAll(content: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length;) {
    const { der, end } = convert(content, at);
    parts.push(der);
    at = end;
  }
  return parts;
}

/** A string that came in pieces becomes one. */
function rebuild(tag: number, parts: readonly Buffer[]): Buffer {
  if (tag !== (tags.octets | constructed)) return encode(tag, ...parts);
  return encode(tags.octets, ...parts.flatMap(readElements).map(({ content }) => content));
}
