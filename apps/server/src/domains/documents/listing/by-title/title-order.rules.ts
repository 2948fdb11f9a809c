import type { Locale } from '../../../../platform/http/locale.ts';

/** A document that is not in the trash, by its title. */
export type Titled = { documentId: string; title: string; categoryId: string | null; folderId: string | null };

/** The last document of a page, as a cursor names it. */
export type TitlePosition = Pick<Titled, 'documentId' | 'title'>;

export type CompareTitles = (a: TitlePosition, b: TitlePosition) => number;

/** Equal titles come by their identifiers, so that each document has one place. */
export function titlesIn(locale: Locale): CompareTitles {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  return (a, b) =>
    compare(a.title, b.title) || (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : 0);
}

/** The documents that have changed since, by their id: null is one that is in the trash, or gone. */
export type TitleChanges = ReadonlyMap<string, Titled | null>;

/** The order with its changes: what changed is taken out, and put in where it belongs now. */
export function withChanges(
  order: readonly Titled[],
  changes: TitleChanges,
  compare: CompareTitles,
): readonly Titled[] {
  if (changes.size === 0) return order;
  const kept = order.filter(({ documentId }) => !changes.has(documentId));
  const added = [...changes.values()].filter((titled) => titled !== null).sort(compare);
  const parts: Array<readonly Titled[]> = [];
  let from = 0;
  for (const titled of added) {
    const to = countUntil(kept, titled, compare);
    parts.push(kept.slice(from, to), [titled]);
    from = to;
  }
  return [...parts, kept.slice(from)].flat();
}

/** How many of an order come before a position, or are at it. */
export function countUntil(order: readonly Titled[], position: TitlePosition, compare: CompareTitles): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const titled = order[middle];
    if (titled && compare(titled, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
