import { type Document, getDocument, listDocuments } from '@perenne/contract/documents';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DocumentPage } from './list-query.ts';

type Listed = DocumentPage | InfiniteData<DocumentPage>;
type Change = (document: Document) => Document;

const inPage = (page: DocumentPage, change: Change): DocumentPage => ({ ...page, items: page.items.map(change) });

const inListed = (listed: Listed, change: Change): Listed =>
  'pages' in listed ? { ...listed, pages: listed.pages.map((page) => inPage(page, change)) } : inPage(listed, change);

/** Shows a change of one document everywhere at once. What it gives puts everything back as it was. */
export function showChange(queries: QueryClient, id: string, change: Partial<Document>): () => void {
  const apply: Change = (document) => (document.id === id ? { ...document, ...change } : document);
  const lists = queries.getQueriesData<Listed>({ queryKey: [listDocuments.id] });
  const single = queries.getQueriesData<Document>({ queryKey: [getDocument.id] });
  queries.setQueriesData<Listed>({ queryKey: [listDocuments.id] }, (listed) => listed && inListed(listed, apply));
  queries.setQueriesData<Document>({ queryKey: [getDocument.id] }, (document) => document && apply(document));
  return () => {
    for (const [key, data] of [...lists, ...single]) queries.setQueryData(key, data);
  };
}
