import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowSlots } from './row-slots.ts';

const focused = {};
beforeEach(() => void vi.stubGlobal('document', { activeElement: focused }));
afterEach(() => void vi.unstubAllGlobals());

const elementWith = (held: unknown) => ({ contains: (other: unknown) => other === held }) as unknown as HTMLElement;
const namesOf = (slots: { name: string }[]) => slots.map(({ name }) => name);

it('leaves rows that stay their elements, and makes others for those that come', () => {
  const slots = new RowSlots(() => () => {});
  const [, b, c] = namesOf(slots.place(['a', 'b', 'c']));
  const after = namesOf(slots.place(['b', 'c', 'd']));
  expect(after.slice(0, 2)).toEqual([b, c]);
  expect(new Set([...after, b, c]).size).toBe(3);
});

it('draws the rows of a leap into the elements that are there, in their order', () => {
  const slots = new RowSlots(() => () => {});
  const before = slots.place(['a', 'b', 'c']);
  const after = slots.place(['x', 'y', 'z', 'over']);
  expect(namesOf(after).slice(0, 3)).toEqual(namesOf(before));
  expect(new Set(namesOf(after)).size).toBe(4);
  expect(slots.place(['x', 'y', 'z', 'over'])).toEqual(after);
  expect(namesOf(slots.place(['m']))).toEqual(namesOf(before).slice(0, 1));
});

it('tells of each row that comes into an element, and of each that goes', () => {
  const told = vi.fn<(what: string) => void>();
  const slots = new RowSlots(() => {
    told('comes');
    return () => told('goes');
  });
  const element = elementWith(undefined);
  const [before] = slots.place(['a']);
  const leave = before?.ref(element);
  const [after] = slots.place(['b']);
  expect(after?.ref).not.toBe(before?.ref);
  leave?.();
  after?.ref(element);
  expect(told.mock.calls.flat()).toEqual(['comes', 'goes', 'comes']);
});

it('does not give the element that has the focus to another row', () => {
  const slots = new RowSlots(() => () => {});
  const before = slots.place(['a', 'b']);
  before[0]?.ref(elementWith(focused));
  const after = namesOf(slots.place(['x', 'y']));
  expect(after[0]).toBe(before[1]?.name);
  expect(namesOf(before)).not.toContain(after[1]);
});
