/** Text that is HTML already. */
export type Html = { source: string };

type Part = string | Html | readonly Html[];

/** A template whose values are escaped, but those that are HTML already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { source: strings.map((text, at) => text + sourceOf(parts[at] ?? '')).join('') };
}

function sourceOf(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  return 'source' in part ? part.source : part.map(({ source }) => source).join('');
}

/** For values that come back in several templates. */
export const escapeHtml = (text: string): Html => ({ source: escapeText(text) });

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
