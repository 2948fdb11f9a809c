/**
 * Finds tags and their attributes in a page. It is no parser of HTML: it reads what forms and lists of links need, in a
 * time that grows with the page and no faster.
 */
export type Tag = { name: string; attributes: Readonly<Record<string, string>>; text: string };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Understands the numbered entities and the few that every page has. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return isCharacter(code) ? String.fromCodePoint(code) : whole;
  });

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);

/** A tag as it is written: `/a` is the end of an `a`. */
type Written = { name: string; attributes: string; text: string };

/** All tags in one pass. One that never ends takes the rest of the page with it. */
function* writtenTags(page: string): Generator<Written> {
  for (let start = page.indexOf('<'); start !== -1;) {
    const name = /\/?[a-z][\w-]*/iy;
    name.lastIndex = start + 1;
    const found = name.exec(page)?.[0];
    if (found === undefined) {
      start = page.indexOf('<', start + 1);
      continue;
    }
    const end = endOfTag(page, name.lastIndex);
    if (end === -1) return;
    const next = page.indexOf('<', end);
    const text = page.slice(end + 1, next === -1 ? undefined : next);
    yield { name: found.toLowerCase(), attributes: page.slice(name.lastIndex, end), text };
    start = next;
  }
}

/** Gives the place of a tag's `>` outside of quotes, and -1 where there is none. */
function endOfTag(page: string, from: number): number {
  let quote = '';
  for (let at = from; at < page.length; at += 1) {
    const sign = page.charAt(at);
    if (quote === '' && sign === '>') return at;
    if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
  }
  return -1;
}

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of source.matchAll(attributePattern))
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '');
  return attributes;
}

const readTag = ({ name, attributes, text }: Written): Tag => ({
  name,
  attributes: readAttributes(attributes),
  text: decodeEntities(text).trim(),
});

/** The tags of that name in their order, each with the text that directly follows it. */
export const findTags = (page: string, name: string): Tag[] =>
  [...writtenTags(page)].filter((tag) => tag.name === name).map(readTag);

export type Form = { action: URL; fields: Record<string, string> };

/** The first form that has a field of that name, with what its other fields hold; undefined where there is none. */
export function findForm(page: string, url: URL, fieldName: string): Form | undefined {
  let form: Form | undefined;
  for (const written of writtenTags(page)) {
    if (form && (written.name === '/form' || written.name === 'form') && fieldName in form.fields) return form;
    if (written.name === '/form') form = undefined;
    if (written.name === 'form')
      form = { action: new URL(readTag(written).attributes['action'] || url, url), fields: {} };
    if (!form || written.name !== 'input') continue;
    const { name, value = '' } = readTag(written).attributes;
    if (name !== undefined) form.fields[name] = value;
  }
  return form && fieldName in form.fields ? form : undefined;
}
