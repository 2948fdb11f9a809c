import { expect, it } from 'vitest';
import { kept, readListSearch } from './list-search.ts';

it('reads from an address what a list can be asked for', () => {
  const origin = '019b0e6c-7c3a-7d11-8a55-3f1f0c9e2b10';
  const asked = { q: ' bail ', type: 'PAYE', by: 'company', origin, unread: 'true', from: '2026-01-01', sort: 'title' };
  expect(readListSearch(asked)).toMatchObject({ ...asked, q: 'bail' });
});

it('takes what is no such thing as if it were not there', () => {
  const asked = {
    q: '  ',
    type: 'CATS',
    by: 'me',
    origin: '1',
    unread: '1',
    from: '2026-02-30',
    to: 'soon',
    sort: 'colour',
  };
  const { sort, ...rest } = readListSearch(asked);
  expect(sort).toBe('-addedAt');
  expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([]);
});

it.each(['0000-01-01', '2026-13-01', '2026-1-1', '20260101'])('refuses %s as a day', (from) => {
  expect(readListSearch({ from }).from).toBeUndefined();
});

it('reads how the list is drawn, and keeps it with the order from place to place', () => {
  expect(readListSearch({ view: 'grid' }).view).toBe('grid');
  expect(readListSearch({ view: 'cards' }).view).toBeUndefined();
  expect(kept({ view: 'grid', sort: 'title', q: 'bail', category: 'a', document: 'b' })).toEqual({
    view: 'grid',
    sort: 'title',
  });
});
