import type { Document } from '@perenne/contract/documents';
import { describe, expect, it } from 'vitest';
import { inPieces, type ListRow } from './list-rows.ts';
import { RowOffsets } from './row-offsets.ts';

const usual = { month: 46, document: 64, cards: 0 };
const month = (name: string): ListRow => ({ kind: 'month', key: name, month: name });
const document = (id: string): ListRow => ({ kind: 'document', key: id, document: { id } as Document });
const pieces = [
  [month('november'), document('a'), document('b')],
  [],
  [document('c'), month('october'), document('d')],
];

/** The heights of the rows, by the offsets at which they begin and end. */
function heightsBy(offsets: RowOffsets, count: number): number[] {
  const heights = Array.from({ length: count }, (_, index) => {
    const [start, end] = [offsets.startOf(index), offsets.endOf(index)];
    const inside = [start, (start + end) / 2, end - 1].map((offset) => offsets.indexAt(offset));
    const isTold =
      inside.every((found) => found === index) && (index === 0 ? start === 0 : start === offsets.endOf(index - 1));
    return isTold ? end - start : Number.NaN;
  });
  return [...heights, offsets.total];
}

function makeOffsets() {
  const offsets = new RowOffsets(usual);
  offsets.show(inPieces(pieces));
  return offsets;
}

describe('the places of rows', () => {
  it('are below one another, at their usual heights', () => {
    expect(heightsBy(makeOffsets(), 6)).toEqual([46, 64, 64, 64, 46, 64, 348]);
  });

  it('move with what was measured, and only then', () => {
    const offsets = makeOffsets();
    expect(offsets.resize(1, 64)).toBe(0);
    expect(offsets.resize(1, 90)).toBe(26);
    expect(offsets.resize(1, 90)).toBe(0);
    expect(offsets.resize(4, 50)).toBe(4);
    expect(heightsBy(offsets, 6)).toEqual([46, 90, 64, 64, 50, 64, 378]);
    expect(offsets.resize(1, 64)).toBe(-26);
    expect(heightsBy(offsets, 6)).toEqual([46, 64, 64, 64, 50, 64, 352]);
  });

  it('keep the height of a row that moves', () => {
    const offsets = makeOffsets();
    offsets.resize(2, 100);
    offsets.show(inPieces([[document('new'), ...pieces.flat()]]));
    expect(heightsBy(offsets, 7)).toEqual([64, 46, 64, 100, 64, 46, 64, 448]);
  });

  it('end with the first and the last row, above and below the list', () => {
    const offsets = makeOffsets();
    expect(offsets.indexAt(-10)).toBe(0);
    expect(offsets.indexAt(10_000)).toBe(5);
    expect(offsets.resize(6, 10)).toBe(0);
  });

  it('are none in an empty list', () => {
    const offsets = new RowOffsets(usual);
    expect([offsets.total, offsets.indexAt(0), offsets.startOf(0), offsets.endOf(0)]).toEqual([0, 0, 0, 0]);
  });
});
