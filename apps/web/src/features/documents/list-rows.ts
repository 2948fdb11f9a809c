import type { Document } from '@perenne/contract/documents';
import type { ListSort } from './list-search.ts';

export type ListRow =
  | { kind: 'month'; key: string; month: string }
  | { kind: 'document'; key: string; document: Document; position: number }
  | { kind: 'cards'; key: string; documents: readonly Document[]; position: number };

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

/** What has been put under the months so far, to go on from when the list grows. */
interface Built {
  documents: readonly Document[];
  rows: ListRow[];
  month: string | undefined;
  /** Of the last row of cards, which may have room left. */
  cards: Document[];
}

const nothingBuilt: Built = { documents: [], rows: [], month: undefined, cards: [] };

/**
 * Sorted by date, the documents stand under their month; in another order months mean nothing. What this gives
 * remembers the rows that it made last: a list of 100,000 that grows by 200 makes 200.
 */
export function makeRowBuilder({ sort, monthOf, columns }: RowOptions): (documents: readonly Document[]) => ListRow[] {
  const isByDate = sort.endsWith('addedAt');
  const add = (built: Built, document: Document, position: number) => {
    const month = isByDate ? monthOf(document) : undefined;
    if (month !== undefined && month !== built.month) {
      built.rows.push({ kind: 'month', key: month, month });
      built.cards = [];
    }
    built.month = month;
    if (columns === undefined) {
      built.rows.push({ kind: 'document', key: document.id, document, position });
      return;
    }
    if (built.cards.length % columns === 0) {
      built.cards = [];
      built.rows.push({ kind: 'cards', key: `cards ${document.id}`, documents: built.cards, position });
    }
    built.cards.push(document);
  };
  let last = nothingBuilt;
  return (documents) => {
    const isLonger = last.documents.every((document, position) => document === documents[position]);
    const start = isLonger ? last : nothingBuilt;
    const built = resumed(start, documents);
    for (const [position, document] of documents.slice(start.documents.length).entries())
      add(built, document, start.documents.length + position);
    last = built;
    return built.rows;
  };
}

/** Rows that were given stay as they were: the row of cards that is filled up is another one. */
function resumed({ rows, month, cards }: Built, documents: readonly Document[]): Built {
  const row = rows.at(-1);
  if (row?.kind !== 'cards') return { documents, rows: [...rows], month, cards: [] };
  const filled = [...cards];
  return { documents, rows: [...rows.slice(0, -1), { ...row, documents: filled }], month, cards: filled };
}

/** Where a document stands, to bring it back into sight. */
export const rowIndexOf = (rows: readonly ListRow[], id: string): number =>
  rows.findIndex(
    (row) =>
      (row.kind === 'document' && row.document.id === id) ||
      (row.kind === 'cards' && row.documents.some((document) => document.id === id)),
  );
