import type { Document } from '@perenne/contract/documents';
import { expect, it, vi } from 'vitest';
import { writeDate } from '../../lib/formats.ts';
import { makeRowBuilder, rememberMonths, rowIndexOf } from './list-rows.ts';

const document = (id: string, addedAt: string) => ({ id, addedAt }) as Document;
const write = (instant: string) => instant.slice(0, 7);
const monthOf = rememberMonths(write);
const rowsOf = (listed: readonly Document[], options: Parameters<typeof makeRowBuilder>[0]) =>
  makeRowBuilder(options)(listed);
const documents = [
  document('a', '2026-11-20'),
  document('b', '2026-11-04'),
  document('c', '2026-11-02'),
  document('d', '2026-10-29'),
];

it('puts each document under its month, in the order of dates', () => {
  const rows = rowsOf(documents, { sort: '-addedAt', monthOf });
  expect(rows.map(({ key }) => key)).toEqual(['2026-11', 'a', 'b', 'c', '2026-10', 'd']);
});

it('shows no months in another order', () => {
  expect(rowsOf(documents, { sort: 'title', monthOf }).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
});

it('begins a new row of cards with each month', () => {
  const rows = rowsOf(documents, { sort: 'addedAt', monthOf, columns: 2 });
  const cards = rows.map((row) => (row.kind === 'cards' ? row.documents.map(({ id }) => id).join() : row.key));
  expect(cards).toEqual(['2026-11', 'a,b', 'c', '2026-10', 'd']);
});

it('finds the row of a document, in a list and among cards', () => {
  expect(rowIndexOf(rowsOf(documents, { sort: '-addedAt', monthOf }), 'd')).toBe(5);
  expect(rowIndexOf(rowsOf(documents, { sort: 'size', monthOf, columns: 3 }), 'd')).toBe(1);
  expect(rowIndexOf([], 'd')).toBe(-1);
});

it('writes a month once, however often its list grows', () => {
  const spy = vi.fn<typeof write>(write);
  const remembered = rememberMonths(spy);
  rowsOf(documents.slice(0, 3), { sort: '-addedAt', monthOf: remembered });
  const rows = rowsOf(documents, { sort: '-addedAt', monthOf: remembered });
  expect(rows.map(({ key }) => key)).toEqual(['2026-11', 'a', 'b', 'c', '2026-10', 'd']);
  expect(spy.mock.calls).toEqual([['2026-11-20'], ['2026-10-29']]);
});

it.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kolkata', 'Europe/Paris'])(
  'knows where a month ends, %s',
  (timeZone) => {
    const local = (instant: string) => writeDate('month', instant, { locale: 'fr', timeZone });
    const remembered = rememberMonths(local);
    const instants = Array.from({ length: 400 }, (_, index) =>
      new Date(Date.UTC(2027, 0, 1, index * 5, 59)).toISOString(),
    );
    for (const addedAt of instants) expect(remembered(document('a', addedAt))).toBe(local(addedAt));
  },
);

it.each([undefined, 2, 3])('makes of a list that grows what it makes of the whole, %s columns', (columns) => {
  const options = { sort: '-addedAt' as const, monthOf, ...(columns ? { columns } : {}) };
  const build = makeRowBuilder(options);
  const grown = documents.map((_, index) => build(documents.slice(0, index + 1)));
  expect(grown.at(-1)).toEqual(rowsOf(documents, options));
  expect(grown[0]).toEqual(rowsOf(documents.slice(0, 1), options));
  expect(build(documents.slice(1))).toEqual(rowsOf(documents.slice(1), options));
});

it('keeps the rows that were there when a list grows', () => {
  const build = makeRowBuilder({ sort: '-addedAt', monthOf });
  const before = build(documents.slice(0, 2));
  const after = build(documents);
  expect(after.slice(0, 3).every((row, index) => row === before[index])).toBe(true);
});
