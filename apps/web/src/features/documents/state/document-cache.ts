import { type Document, getDocument, listDocuments } from '@perenne/contract/documents';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DocumentPage } from './list-query.ts';

type Listed = DocumentPage | InfiniteData<DocumentPage>;
type Change = (document: Document) => Document;

const inPage = (page: DocumentPage, change: Change): DocumentPage => ({ ...page, items: page.items.map(change) });

const inListed = (listed: Listed, change: Change): Listed =>
  'pages' in listed ? { ...listed, pages: listed.pages.map((page) => inPage(page, change)) } : inPage(listed, change);

/** Shows a change of one document everywhere at once. */
export function showChange(queries: QueryClient, id: string, change: Partial<Document>): void {
  const apply: Change = (document) => (document.id === id ? { ...document, ...change } : document);
  queries.setQueriesData<Listed>({ queryKey: [listDocuments.id] }, (listed) => listed && inListed(listed, apply));
  queries.setQueriesData<Document>({ queryKey: [getDocument.id] }, (document) => document && apply(document));
}

/** Takes documents off every list at once, without waiting for the lists to be read again. */
export function hideDocuments(queries: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids);
  const without = (page: DocumentPage, hidden: number): DocumentPage => ({
    ...page,
    items: page.items.filter(({ id }) => !gone.has(id)),
    total: Math.max(0, page.total - hidden),
  });
  const hiddenIn = (pages: readonly DocumentPage[]) =>
    pages.reduce((sum, { items }) => sum + items.filter(({ id }) => gone.has(id)).length, 0);
  queries.setQueriesData<Listed>({ queryKey: [listDocuments.id] }, (listed) => {
    if (!listed) return listed;
    if (!('pages' in listed)) return without(listed, hiddenIn([listed]));
    const hidden = hiddenIn(listed.pages);
    return { ...listed, pages: listed.pages.map((page) => without(page, hidden)) };
  });
}
