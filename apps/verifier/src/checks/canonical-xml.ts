import type { Attr, Node } from '@xmldom/xmldom';
import { isElement, namespaces, type Element } from './xml.ts';

const declarations = 'http://www.w3.org/2000/xmlns/';

export const canonicalForms = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'inclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
} as const;

export type CanonicalForm = (typeof canonicalForms)[keyof typeof canonicalForms];

type Namespaces = Readonly<Record<string, string>>;

/**
 * An element with all that is in it, in Canonical XML 1.0 or its exclusive form, without comments and without a list of
 * inclusive prefixes: what signatures over a part of a document are made of.
 */
export function canonicalXml(element: Element, form: CanonicalForm): string {
  const inherited = ancestorsOf(element).reduceRight<Namespaces>(
    (known, each) => ({ ...known, ...declaredBy(each) }),
    {},
  );
  const write = new Writer(form, inheritedAttributes(element, form));
  write.element(element, inherited, {});
  return write.text;
}

const ancestorsOf = (element: Element): Element[] => {
  const parent = element.parentNode;
  return parent && isElement(parent) ? [parent, ...ancestorsOf(parent)] : [];
};

/** By prefix; the default namespace has an empty one. */
const declaredBy = (element: Element): Namespaces =>
  Object.fromEntries(
    Array.from(element.attributes)
      .filter(({ namespaceURI }) => namespaceURI === declarations)
      .map(({ prefix, localName, value }) => [prefix ? (localName ?? '') : '', value]),
  );

/** In the inclusive form, `xml:lang` and its like come along from the elements around. */
function inheritedAttributes(element: Element, form: CanonicalForm): Attr[] {
  if (form === 'exclusive') return [];
  const own = Array.from(element.attributes).map(({ name }) => name);
  const found = new Map<string, Attr>();
  for (const attribute of ancestorsOf(element).flatMap((each) => Array.from(each.attributes))) {
    const isTaken = own.includes(attribute.name) || found.has(attribute.name);
    if (attribute.namespaceURI === namespaces.xml && !isTaken) found.set(attribute.name, attribute);
  }
  return [...found.values()];
}

class Writer {
  text = '';
  readonly #form: CanonicalForm;
  #extra: Attr[];

  constructor(form: CanonicalForm, extra: Attr[]) {
    this.#form = form;
    this.#extra = extra;
  }

  /** `rendered`: the namespaces that the elements around have written. */
  element(element: Element, around: Namespaces, rendered: Namespaces): void {
    const known = { ...around, ...declaredBy(element) };
    const attributes = [...Array.from(element.attributes), ...this.#extra].filter(
      ({ namespaceURI }) => namespaceURI !== declarations,
    );
    this.#extra = [];
    const wanted = this.#form === 'inclusive' ? Object.keys(known) : usedPrefixes(element, attributes);
    const fresh = wanted
      .filter((prefix) => prefix !== 'xml' && (known[prefix] ?? '') !== (rendered[prefix] ?? ''))
      .sort(byCode);
    this.text += `<${element.tagName}`;
    for (const prefix of fresh)
      this.text += ` xmlns${prefix ? `:${prefix}` : ''}="${escapeAttribute(known[prefix] ?? '')}"`;
    for (const { name, value } of attributes.sort(byName)) this.text += ` ${name}="${escapeAttribute(value)}"`;
    this.text += '>';
    const written = { ...rendered, ...Object.fromEntries(fresh.map((prefix) => [prefix, known[prefix] ?? ''])) };
    for (const child of Array.from(element.childNodes)) this.#node(child, known, written);
    this.text += `</${element.tagName}>`;
  }

  #node(node: Node, around: Namespaces, rendered: Namespaces): void {
    if (isElement(node)) this.element(node, around, rendered);
    else if (node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE)
      this.text += escapeText(node.nodeValue ?? '');
    else if (node.nodeType === node.PROCESSING_INSTRUCTION_NODE)
      this.text += `<?${node.nodeName}${node.nodeValue ? ` ${node.nodeValue}` : ''}?>`;
  }
}

const usedPrefixes = (element: Element, attributes: readonly Attr[]): string[] => [
  ...new Set([
    element.prefix ?? '',
    ...attributes.map(({ prefix }) => prefix).filter((prefix): prefix is string => Boolean(prefix)),
  ]),
];

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** By namespace, then by local name; those of no namespace come first. */
const byName = (a: Attr, b: Attr): number =>
  byCode(a.namespaceURI ?? '', b.namespaceURI ?? '') || byCode(a.localName ?? '', b.localName ?? '');

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;');
