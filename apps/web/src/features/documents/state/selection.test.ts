import type { Document } from '@perenne/contract/documents';
import { expect, it } from 'vitest';
import { allOrNone, chosenFrom, extended, nothing, toggled } from './selection.ts';

const documents = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `d${at}` }) as Document);
const order = documents(6);

it('chooses a row, and lets it go', () => {
  const one = toggled(nothing, 'd2');
  expect([...one.ids]).toEqual(['d2']);
  expect([...toggled(one, 'd2').ids]).toEqual([]);
});

it('extends from the row last chosen, upwards and downwards', () => {
  const from = toggled(nothing, 'd3');
  expect([...extended(from, 'd1', order).ids].sort()).toEqual(['d1', 'd2', 'd3']);
  expect([...extended(from, 'd5', order).ids]).toEqual(['d3', 'd4', 'd5']);
});

it('begins where it is when the row last chosen is gone', () => {
  expect([...extended(toggled(nothing, 'gone'), 'd1', order).ids]).toEqual(['gone', 'd1']);
});

it('chooses all, then none, and never more than one call may name', () => {
  const all = allOrNone(nothing, order);
  expect(all.ids.size).toBe(6);
  expect(allOrNone(all, order).ids.size).toBe(0);
  const many = documents(700);
  expect(allOrNone(nothing, many).ids.size).toBe(500);
  expect(allOrNone(allOrNone(nothing, many), many).ids.size).toBe(0);
});

it('chooses just what it is given, as far as one call reaches', () => {
  expect([...chosenFrom(documents(2)).ids]).toEqual(['d0', 'd1']);
  expect(chosenFrom(documents(501)).ids.size).toBe(500);
});
