import { isElement, type Attribute, type Element } from './xml.ts';

const namespaces = {
  declarations: 'http://www.w3.org/2000/xmlns/',
  xml: 'http://www.w3.org/XML/1998/namespace',
};

export const canonicalForms = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'inclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
} as const;

export type CanonicalForm = (typeof canonicalForms)[keyof typeof canonicalForms];

/** By prefix; the default namespace has an empty one. */
type Namespaces = Readonly<Record<string, string>>;

/**
 * An element with all that is in it, in Canonical XML 1.0 or its exclusive form, without comments and without a list of
 * inclusive prefixes: what signatures over a part of a document are made of.
 */
export function canonicalXml(element: Element, form: CanonicalForm): string {
  const around = ancestorsOf(element).reduceRight<Namespaces>((known, each) => ({ ...known, ...declaredBy(each) }), {});
  const parts: string[] = [];
  writeElement(parts, element, { form, around, rendered: {}, extra: inheritedAttributes(element, form) });
  return parts.join('');
}

const ancestorsOf = ({ parent }: Element): Element[] => (parent ? [parent, ...ancestorsOf(parent)] : []);

const isDeclaration = ({ uri }: Attribute): boolean => uri === namespaces.declarations;

const declaredBy = ({ attributes }: Element): Namespaces =>
  Object.fromEntries(attributes.filter(isDeclaration).map(({ prefix, local, value }) => [prefix ? local : '', value]));

/** In the inclusive form, `xml:lang` and its like come along from the elements around. */
function inheritedAttributes(element: Element, form: CanonicalForm): Attribute[] {
  if (form === 'exclusive') return [];
  const own = new Set(element.attributes.map(({ name }) => name));
  const found = new Map<string, Attribute>();
  for (const attribute of ancestorsOf(element).flatMap(({ attributes }) => attributes))
    if (attribute.uri === namespaces.xml && !own.has(attribute.name) && !found.has(attribute.name))
      found.set(attribute.name, attribute);
  return [...found.values()];
}

type Place = {
  form: CanonicalForm;
  /** The namespaces that the elements around declare. */
  around: Namespaces;
  /** The namespaces that they have written. */
  rendered: Namespaces;
  extra: readonly Attribute[];
};

function writeElement(parts: string[], element: Element, { form, around, rendered, extra }: Place): void {
  const known = { ...around, ...declaredBy(element) };
  const attributes = [...element.attributes.filter((each) => !isDeclaration(each)), ...extra];
  const wanted = form === 'inclusive' ? Object.keys(known) : usedPrefixes(element, attributes);
  const fresh = wanted
    .filter((prefix) => prefix !== 'xml' && (known[prefix] ?? '') !== (rendered[prefix] ?? ''))
    .sort(byCode);
  parts.push(`<${element.name}`);
  for (const prefix of fresh)
    parts.push(` xmlns${prefix ? `:${prefix}` : ''}="${escapeAttribute(known[prefix] ?? '')}"`);
  for (const { name, value } of attributes.sort(byName)) parts.push(` ${name}="${escapeAttribute(value)}"`);
  parts.push('>');
  const written = { ...rendered, ...Object.fromEntries(fresh.map((prefix) => [prefix, known[prefix] ?? ''])) };
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(escapeText(child));
    else if (isElement(child)) writeElement(parts, child, { form, around: known, rendered: written, extra: [] });
    else parts.push(`<?${child.target}${child.body ? ` ${child.body}` : ''}?>`);
  }
  parts.push(`</${element.name}>`);
}

const usedPrefixes = (element: Element, attributes: readonly Attribute[]): string[] => [
  ...new Set([element.prefix, ...attributes.map(({ prefix }) => prefix).filter((prefix) => prefix !== '')]),
];

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** By namespace, then by local name; those of no namespace come first. */
const byName = (a: Attribute, b: Attribute): number => byCode(a.uri, b.uri) || byCode(a.local, b.local);

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
};

const escapeText = (text: string): string => text.replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '');

const escapeAttribute = (text: string): string =>
  text.replaceAll(/[&<"\t\n\r]/g, (character) => entities[character] ?? '');
