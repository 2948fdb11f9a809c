import type { Document } from '@perenne/contract/documents';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { hideDocuments, showChange } from './document-cache.ts';

const document = (id: string): Document => ({ id, title: `Titre ${id}`, unread: true }) as Document;

function seeded() {
  const queries = new QueryClient();
  const page = { items: [document('a'), document('b')], nextCursor: null, total: 2, sort: '-addedAt' };
  queries.setQueryData(['listDocuments', 'all', {}], { pages: [page], pageParams: [undefined] });
  queries.setQueryData(['listDocuments', { query: { limit: 7 } }], page);
  queries.setQueryData(['getDocument', { params: { id: 'a' } }], document('a'));
  return queries;
}

it('shows a change in every list and in the document itself', () => {
  const queries = seeded();
  showChange(queries, 'a', { title: 'Nouveau titre' });
  expect(queries.getQueryData(['listDocuments', 'all', {}])).toMatchObject({
    pages: [{ items: [{ title: 'Nouveau titre' }, { title: 'Titre b' }] }],
  });
  expect(queries.getQueryData(['listDocuments', { query: { limit: 7 } }])).toMatchObject({
    items: [{ title: 'Nouveau titre' }, { title: 'Titre b' }],
  });
  expect(queries.getQueryData(['getDocument', { params: { id: 'a' } }])).toMatchObject({ title: 'Nouveau titre' });
});

it('takes one change back, and leaves those of other documents', () => {
  const queries = seeded();
  showChange(queries, 'a', { unread: true });
  showChange(queries, 'b', { unread: true });
  showChange(queries, 'a', { unread: false });
  expect(queries.getQueryData(['listDocuments', { query: { limit: 7 } }])).toMatchObject({
    items: [
      { id: 'a', unread: false },
      { id: 'b', unread: true },
    ],
  });
});

it('takes documents off every list, and off their counts', () => {
  const queries = seeded();
  hideDocuments(queries, ['a']);
  expect(queries.getQueryData(['listDocuments', 'all', {}])).toMatchObject({
    pages: [{ items: [{ id: 'b' }], total: 1 }],
  });
  expect(queries.getQueryData(['listDocuments', { query: { limit: 7 } }])).toMatchObject({ total: 1 });
});
