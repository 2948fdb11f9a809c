import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { textOf, type Bytes } from '../bytes.ts';
import { Broken } from '../report.ts';

export type Attribute = Pick<SaxesAttributeNS, 'name' | 'prefix' | 'local' | 'uri' | 'value'>;

/** A text is a string; comments are left out. */
type Node = Element | string | { target: string; body: string };

/** The parts of an element that signatures need: a document tree takes ten times as long to build. */
export type Element = {
  name: string;
  prefix: string;
  localName: string;
  attributes: readonly Attribute[];
  children: Node[];
  parent: Element | null;
};

/** @throws {Broken} notXml, for a document type as well: entities would make of it what they like */
export function parseXml(bytes: Bytes, file: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const document: Pick<Element, 'children'> = { children: [] };
  let open: Element | null = null;
  const add = (node: Node): void => void (open ?? document).children.push(node);
  parser.on('error', raise);
  parser.on('doctype', () => raise(new SyntaxError('a document type')));
  parser.on('opentag', (tag) => {
    const element: Element = elementOf(tag, open);
    add(element);
    open = element;
  });
  parser.on('closetag', () => (open = open?.parent ?? null));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('processinginstruction', add);
  try {
    parser.write(textOf(bytes)).close();
    const root = document.children.find(isElement);
    if (root) return root;
  } catch {
    // The parser's own words are for programmers.
  }
  throw new Broken('notXml', { file });
}

function raise(error: Error): never {
  throw error;
}

const elementOf = ({ name, prefix, local, attributes }: SaxesTagNS, parent: Element | null): Element => ({
  ...{ name, prefix, localName: local, parent, children: [] },
  attributes: Object.values(attributes),
});

export const isElement = (node: Node): node is Element => typeof node === 'object' && 'localName' in node;

/** By the name as it is written: what is read here has no prefix, or `xml:`. */
export const attributeOf = ({ attributes }: Element, name: string): string | null =>
  attributes.find((attribute) => attribute.name === name)?.value ?? null;

/** All text in it, of the elements below as well. */
export const contentOf = (element: Element | null): string =>
  element?.children
    .map((node) => (isElement(node) ? contentOf(node) : typeof node === 'string' ? node : ''))
    .join('') ?? '';

const childrenOf = ({ children }: Element, name?: string): Element[] =>
  children.filter(isElement).filter(({ localName }) => name === undefined || localName === name);

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
