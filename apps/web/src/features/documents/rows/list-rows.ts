import type { Document } from '@perenne/contract/documents';
import type { ListSort } from '../state/list-search.ts';

export type ListRow =
  | { kind: 'month'; key: string; month: string }
  | { kind: 'document'; key: string; document: Document }
  | { kind: 'cards'; key: string; documents: readonly Document[] };

interface RowOptions {
  sort: ListSort;
  monthOf: (document: Document) => string;
  /** Cards a row, in the grid; one document a row without. */
  columns?: number;
}

/** On these days of its own month (UTC), an instant is in that month in all time zones. */
const isSameEverywhere = (day: string) => day > '01' && day < '28';

/**
 * Writes a month once for most of its documents, however often their list grows. Remembered for each of 100,000
 * documents, it would weigh on every collection of garbage.
 */
export function rememberMonths(monthOf: (instant: string) => string): (document: Document) => string {
  const known = new Map<string, string>();
  return ({ addedAt }) => {
    if (!isSameEverywhere(addedAt.slice(8, 10))) return monthOf(addedAt);
    const key = addedAt.slice(0, 7);
    const month = known.get(key) ?? monthOf(addedAt);
    known.set(key, month);
    return month;
  };
}

/** Rows in pieces, one for each page of the list: where it grows, the pieces that were there stay what they are. */
export interface ListRows {
  pieces: readonly (readonly ListRow[])[];
  length: number;
  at: (index: number) => ListRow | undefined;
  /** Both ends are part of it. */
  between: (first: number, last: number) => ListRow[];
}

export function inPieces(pieces: ListRows['pieces']): ListRows {
  const at = (index: number) => {
    let left = index;
    for (const piece of pieces) {
      if (left < piece.length) return piece[left];
      left -= piece.length;
    }
    return undefined;
  };
  return {
    ...{ pieces, at },
    length: pieces.reduce((sum, piece) => sum + piece.length, 0),
    between: (first, last) =>
      Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => at(first + offset) ?? []).flat(),
  };
}

/** A page that has been put under its months. */
interface Built {
  documents: readonly Document[];
  rows: readonly ListRow[];
  month: string | undefined;
  /** Those of a row of cards that has room left: it goes on with the next page, or ends the list. */
  rest: readonly Document[];
  /** The rows of the page when no other follows. */
  whole: readonly ListRow[];
}

const nothingBuilt: Built = { documents: [], rows: [], month: undefined, rest: [], whole: [] };

const cardsOf = (documents: readonly Document[]): ListRow[] =>
  documents[0] ? [{ kind: 'cards', key: `cards ${documents[0].id}`, documents }] : [];

/**
 * Sorted by date, the documents are under their month; in another order months mean nothing. The returned function
 * remembers its last pages: for a list of 100,000 that grows by a page, it makes the rows of a page.
 */
export function makeRowBuilder({
  sort,
  monthOf,
  columns,
}: RowOptions): (pages: readonly (readonly Document[])[]) => ListRows {
  const isByDate = sort.endsWith('addedAt');
  const buildAfter = ({ month: monthBefore, rest }: Built, documents: readonly Document[]): Built => {
    const rows: ListRow[] = [];
    let month = monthBefore;
    let cards: Document[] = [];
    for (const document of [...rest, ...documents]) {
      const own = isByDate ? monthOf(document) : undefined;
      if (own !== undefined && own !== month) {
        rows.push(...cardsOf(cards), { kind: 'month', key: own, month: own });
        cards = [];
      }
      month = own;
      if (columns === undefined) rows.push({ kind: 'document', key: document.id, document });
      else cards.push(document);
      if (cards.length === columns) {
        rows.push(...cardsOf(cards));
        cards = [];
      }
    }
    return { documents, rows, month, rest: cards, whole: cards.length > 0 ? [...rows, ...cardsOf(cards)] : rows };
  };
  let known: readonly Built[] = [];
  return (pages) => {
    const firstOther = pages.findIndex((documents, index) => known[index]?.documents !== documents);
    const built = firstOther < 0 ? known.slice(0, pages.length) : known.slice(0, firstOther);
    for (const documents of pages.slice(built.length)) built.push(buildAfter(built.at(-1) ?? nothingBuilt, documents));
    known = built;
    return inPieces(built.map(({ rows, whole }, index) => (index === built.length - 1 ? whole : rows)));
  };
}

/** Returns the row of a document, to bring it back into sight. */
export function rowIndexOf({ pieces }: ListRows, id: string): number {
  let passed = 0;
  for (const piece of pieces) {
    const index = piece.findIndex(
      (row) =>
        (row.kind === 'document' && row.document.id === id) ||
        (row.kind === 'cards' && row.documents.some((document) => document.id === id)),
    );
    if (index >= 0) return passed + index;
    passed += piece.length;
  }
  return -1;
}
