import { expect, it } from 'vitest';
import { PackedList } from './packed-list.ts';

it.each([0, 1, 255, 256, 257, 1_000])('gives %i items as they were added, as often as it is read', (length) => {
  const items = Array.from({ length }, (_, index) => ({ name: `L’été ${index}`, nothing: null }));
  const list = new PackedList<(typeof items)[number]>();
  for (const item of items) list.add(item);
  expect(list).toHaveLength(length);
  for (let time = 0; time < 2; time++) expect([...list]).toEqual(items);
});
