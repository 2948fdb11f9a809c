export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical };

/**
 * JSON of which there is one form only: names sorted, no white space (RFC 8785, whose other rules are those of
 * `JSON.stringify`). The same facts have the same bytes.
 */
export function canonicalJson(value: Canonical): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);
