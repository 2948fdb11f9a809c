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

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of source.matchAll(attributePattern))
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '');
  return attributes;
}

const tagPattern = (name: string): RegExp =>
  new RegExp(`<${name}(?=[\\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>([^<]*)`, 'gi');

/** The tags of that name in their order, each with the text that directly follows it. */
export const findTags = (page: string, name: string): Tag[] =>
  [...page.matchAll(tagPattern(name))].map(([, attributes = '', text = '']) => ({
    name,
    attributes: readAttributes(attributes),
    text: decodeEntities(text).trim(),
  }));

export type Form = { action: URL; fields: Record<string, string> };

/** The first form that has a field of that name, with what its other fields hold; undefined where there is none. */
export function findForm(page: string, url: URL, fieldName: string): Form | undefined {
  for (const [whole] of page.matchAll(/<form[\s>][\s\S]*?<\/form>/gi)) {
    const fields: Record<string, string> = {};
    for (const { attributes } of findTags(whole, 'input'))
      if (attributes['name'] !== undefined) fields[attributes['name']] = attributes['value'] ?? '';
    if (!(fieldName in fields)) continue;
    const action = findTags(whole, 'form')[0]?.attributes['action'];
    return { action: new URL(action || url, url), fields };
  }
  return undefined;
}
