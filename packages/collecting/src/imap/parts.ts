import libmime from 'libmime';
import { listOf, textOf, type Value } from './responses.ts';

/** A part of a message that has no parts itself. */
export type Part = {
  /** As FETCH wants it, such as `2.1`. */
  path: string;
  /** Such as `application/pdf`. */
  type: string;
  fileName: string | null;
  /** `attachment`, `inline`, or null. */
  disposition: string | null;
  /** Such as `base64`. */
  encoding: string;
  /** It belongs to a page, as its pictures do. */
  isRelated: boolean;
};

/** A message in so many others is a part itself. */
const deepestMessage = 5;
const deepestPart = 30;

/** The parts of a message, and of the messages in it, from the value of BODYSTRUCTURE (RFC 3501, 7.4.2). */
export const listParts = (structure: Value | undefined): Part[] =>
  partsOf(listOf(structure), { path: '', isRelated: false, messages: 0, depth: 0 });

type Place = { path: string; isRelated: boolean; messages: number; depth: number };

function partsOf(body: Value[], place: Place): Part[] {
  if (place.depth > deepestPart) return [];
  if (!Array.isArray(body[0])) return singleOf(body, place);
  const count = body.findIndex((value) => !Array.isArray(value));
  const isRelated = textOf(body[count]).toLowerCase() === 'related';
  return body.slice(0, count).flatMap((child, at) => {
    const path = place.path === '' ? String(at + 1) : `${place.path}.${at + 1}`;
    return partsOf(listOf(child), { ...place, path, isRelated, depth: place.depth + 1 });
  });
}

function singleOf(body: Value[], place: Place): Part[] {
  const path = place.path === '' ? '1' : place.path;
  const type = `${textOf(body[0])}/${textOf(body[1])}`.toLowerCase();
  const nested = type === 'message/rfc822' || type === 'message/global' ? listOf(body[8]) : [];
  if (nested.length > 0 && place.messages < deepestMessage) return nestedOf(nested, { ...place, path });
  // Texts and messages have more words about themselves before those that all have.
  const extra = nested.length > 0 ? 3 : type.startsWith('text/') ? 1 : 0;
  const [disposition, parameters] = listOf(body[8 + extra]);
  return [
    {
      ...{ path, type, isRelated: place.isRelated },
      fileName: nameIn(listOf(parameters), 'filename') ?? nameIn(listOf(body[2]), 'name'),
      disposition: disposition === undefined ? null : textOf(disposition).toLowerCase(),
      encoding: textOf(body[5]).toLowerCase(),
    },
  ];
}

/** The parts of a message in a message are numbered as its own; its only part is the first. */
function nestedOf(body: Value[], place: Place): Part[] {
  const path = Array.isArray(body[0]) ? place.path : `${place.path}.1`;
  return partsOf(body, { path, isRelated: false, messages: place.messages + 1, depth: place.depth + 1 });
}

const parametersAtMost = 100;

/** A name in parameters, which may be cut in pieces (RFC 2231) or written in encoded words (RFC 2047). */
function nameIn(parameters: Value[], key: 'filename' | 'name'): string | null {
  const words = parameters.slice(0, 2 * parametersAtMost).map(textOf);
  const pairs = words.flatMap((word, at) => (at % 2 === 0 ? [[word.toLowerCase(), words[at + 1] ?? '']] : []));
  const own = pairs.filter(([name = '']) => name === key || name.startsWith(`${key}*`));
  if (own.length === 0) return null;
  const header = own.map(([name, value = '']) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`).join('');
  return decodeWords(libmime.parseHeaderValue(`x${header}`).params[key] ?? '').trim() || null;
}

/** Returns the text of a header, whose words may be encoded (RFC 2047). */
export const decodeWords = (text: string): string => libmime.decodeWords(text.slice(0, 20_000));
