/** The RFC 8785 form of flat facts: names sorted, no white space. */
export const canonicalJson = (facts: Record<string, string | number | null>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))));
