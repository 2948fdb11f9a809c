import type { Document } from '@perenne/contract/documents';
import { describe, expect, it, vi } from 'vitest';
import { writeDate } from '../../../lib/i18n/formats.ts';
import { inPieces, makeRowBuilder, rememberMonths, rowIndexOf } from './list-rows.ts';

const document = (id: string, addedAt: string) => ({ id, addedAt }) as Document;
const write = (instant: string) => instant.slice(0, 7);
const monthOf = rememberMonths(write);
const rowsOf = (listed: readonly Document[], options: Parameters<typeof makeRowBuilder>[0]) =>
  makeRowBuilder(options)([listed]).pieces.flat();
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
  const pages = [documents.slice(0, 2), documents.slice(2)];
  expect(rowIndexOf(makeRowBuilder({ sort: '-addedAt', monthOf })(pages), 'd')).toBe(5);
  expect(rowIndexOf(makeRowBuilder({ sort: 'size', monthOf, columns: 3 })(pages), 'd')).toBe(1);
  expect(rowIndexOf(inPieces([]), 'd')).toBe(-1);
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

/** The documents, so many on each page. */
const inPages = (sizes: readonly number[]) => {
  let from = 0;
  return sizes.map((size) => documents.slice(from, (from += size)));
};

describe.each([undefined, 2, 3])('a list that grows, with %s columns', (columns) => {
  const options = { sort: '-addedAt' as const, monthOf, ...(columns ? { columns } : {}) };

  it.each([[[4]], [[1, 3]], [[2, 2]], [[3, 1]], [[1, 1, 1, 1]], [[2, 0, 2]]])(
    'has the rows of the whole: %j',
    (sizes) => {
      const pages = inPages(sizes);
      const build = makeRowBuilder(options);
      for (let count = 1; count <= pages.length; count += 1) {
        const rows = build(pages.slice(0, count));
        expect(rows.pieces.flat()).toEqual(rowsOf(pages.slice(0, count).flat(), options));
        expect(Array.from({ length: rows.length }, (_, index) => rows.at(index))).toEqual(rows.pieces.flat());
        expect(rows.at(rows.length)).toBeUndefined();
      }
      expect(build(pages.slice(1)).pieces.flat()).toEqual(rowsOf(pages.slice(1).flat(), options));
    },
  );

  it('keeps the pieces that were there', () => {
    const pages = inPages([1, 2, 1]);
    const build = makeRowBuilder(options);
    const before = build(pages.slice(0, 2));
    const after = build(pages);
    expect(after.pieces[0]).toBe(before.pieces[0]);
    expect(after.at(0)).toBe(before.at(0));
    expect(build(pages).pieces).toEqual(after.pieces);
  });
});
