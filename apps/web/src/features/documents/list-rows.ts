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

/** Writes the month of each document once, however often its list grows. */
export function rememberMonths(monthOf: (instant: string) => string): (document: Document) => string {
  const known = new WeakMap<Document, string>();
  return (document) => {
    const month = known.get(document) ?? monthOf(document.addedAt);
    known.set(document, month);
    return month;
  };
}

/** Sorted by date, the documents stand under their month; in another order months mean nothing. */
export function rowsOf(documents: readonly Document[], { sort, monthOf, columns }: RowOptions): ListRow[] {
  const isByDate = sort.endsWith('addedAt');
  const rows: ListRow[] = [];
  let month: string | undefined;
  let cards: Document[] = [];
  for (const [position, document] of documents.entries()) {
    const itsMonth = isByDate ? monthOf(document) : undefined;
    if (itsMonth !== undefined && itsMonth !== month) {
      rows.push({ kind: 'month', key: itsMonth, month: itsMonth });
      cards = [];
    }
    month = itsMonth;
    if (columns === undefined) {
      rows.push({ kind: 'document', key: document.id, document, position });
      continue;
    }
    if (cards.length % columns === 0) {
      cards = [];
      rows.push({ kind: 'cards', key: `cards ${document.id}`, documents: cards, position });
    }
    cards.push(document);
  }
  return rows;
}

/** Where a document stands, to bring it back into sight. */
export const rowIndexOf = (rows: readonly ListRow[], id: string): number =>
  rows.findIndex(
    (row) =>
      (row.kind === 'document' && row.document.id === id) ||
      (row.kind === 'cards' && row.documents.some((document) => document.id === id)),
  );
