import { SaxesParser } from 'saxes';

/** The text of an element, with its attributes. */
export type XmlValue = { text: string; attributes: Readonly<Record<string, string>> };

/** Which elements of a document are read: by the names on the way from the root to each, `/` between them. */
export type Syntax<Field extends string> = {
  isRoot(root: { name: string; namespace: string }): boolean;
  fields: Readonly<Record<string, Field>>;
};

/** The name of the root, with the first value of each field that has one. */
export type XmlValues<Field extends string> = { root: string; values: ReadonlyMap<Field, XmlValue> };

/** Invoices need some fifteen levels, and a thousand lines some hundred thousand elements. */
const deepestLevel = 60;
const mostElements = 300_000;
/** No name or number that is read is as long. */
const longestText = 2_000;

/** An XML that is no invoice is known from its first element, and read no further. */
const lettersAtATime = 65_536;

type Step<Field> = { field?: Field; next: Map<string, Step<Field>> };

function stepsOf<Field extends string>(fields: Readonly<Record<string, Field>>): Step<Field> {
  const first: Step<Field> = { next: new Map() };
  for (const [path, field] of Object.entries(fields)) {
    let step = first;
    for (const name of path.split('/')) {
      const next = step.next.get(name) ?? { next: new Map() };
      step.next.set(name, next);
      step = next;
    }
    step.field = field;
  }
  return first;
}

type Open<Field> = { step: Step<Field> | undefined; value: XmlValue | null };

/**
 * Reads the first value of each field, in one pass that keeps nothing else. Null where the root is of no such syntax.
 * @throws {Error} what is not well-formed, declares a document type (and with it entities), or passes a bound
 */
export function readValues<Field extends string>(
  xml: string,
  syntaxes: readonly Syntax<Field>[],
): XmlValues<Field> | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const values = new Map<Field, XmlValue>();
  const open: Open<Field>[] = [];
  let root: { name: string; steps: Step<Field> } | null | undefined;
  let elements = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('an invoice declares no document type');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (elements > mostElements) throw new Error('too many elements');
    if (open.length >= deepestLevel) throw new Error('elements are nested too deeply');
    if (root === undefined) {
      const syntax = syntaxes.find(({ isRoot }) => isRoot({ name: local, namespace: uri }));
      root = syntax ? { name: local, steps: stepsOf(syntax.fields) } : null;
    }
    const step = open.length === 0 ? root?.steps : open.at(-1)?.step?.next.get(local);
    const field = step?.field;
    const value = field === undefined || values.has(field) ? null : { text: '', attributes: textsOf(attributes) };
    if (field !== undefined && value) values.set(field, value);
    open.push({ step, value });
  });
  parser.on('closetag', () => void open.pop());
  const add = (text: string) => {
    const value = open.at(-1)?.value;
    if (value) value.text = (value.text + text).slice(0, longestText);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  for (let at = 0; at < xml.length; at += lettersAtATime) {
    parser.write(xml.slice(at, at + lettersAtATime));
    if (root === null) return null;
  }
  parser.close();
  return root ? { root: root.name, values } : null;
}

type SaxesAttributes = Readonly<Record<string, { local: string; value: string }>>;

const textsOf = (attributes: SaxesAttributes): Record<string, string> =>
  Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]));
