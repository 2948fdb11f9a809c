import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';
import { textOf, type Bytes } from './bytes.ts';
import { Broken } from './report.ts';

export type { Element };

export const namespaces = {
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  asic: 'http://uri.etsi.org/02918/v1.2.1#',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const;

/** @throws {Broken} notXml, for a document type as well: entities would make of it what they like */
export function parseXml(bytes: Bytes, file: string): Document {
  const parser = new DOMParser({ onError: (_level, message) => raise(message) });
  try {
    const document = parser.parseFromString(textOf(bytes), 'text/xml');
    if (document.doctype === null) return document;
  } catch {
    // The parser's own words are for programmers.
  }
  throw new Broken('notXml', { file });
}

function raise(message: string): never {
  throw new SyntaxError(message);
}

export const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

export const childrenOf = (element: Element, name?: string): Element[] =>
  Array.from(element.childNodes)
    .filter(isElement)
    .filter(({ localName }) => name === undefined || localName === name);

/** The elements at the end of a path of local names. */
export const findAll = (from: Element, ...path: string[]): Element[] =>
  path.reduce((found, name) => found.flatMap((each) => childrenOf(each, name)), [from]);

/** The only element at the end of a path; null where there is none, or more than one. */
export function findOne(from: Element, ...path: string[]): Element | null {
  const [found, ...others] = findAll(from, ...path);
  return found && others.length === 0 ? found : null;
}

/** Every element below, and this one. */
export function* walk(element: Element): Generator<Element> {
  yield element;
  for (const child of childrenOf(element)) yield* walk(child);
}
