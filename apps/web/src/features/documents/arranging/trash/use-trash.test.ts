import { expect, it } from 'vitest';
import { makeLooks } from './use-trash.ts';

it('looks every two seconds while a destruction moves, and more and more seldom while it does not', () => {
  let now = 0;
  const nextLookMs = makeLooks(() => now);
  const lookAt = (ms: number, left: number | undefined) => {
    now = ms;
    return nextLookMs(left);
  };
  expect(lookAt(0, undefined)).toBe(false);
  expect([lookAt(1_000, 900), lookAt(3_000, 400), lookAt(5_000, 300)]).toEqual([2_000, 2_000, 2_000]);
  expect([lookAt(8_000, 300), lookAt(25_000, 300), lookAt(3_600_000, 300)]).toEqual([3_000, 20_000, 60_000]);
  expect([lookAt(3_700_000, 200), lookAt(3_702_000, undefined)]).toEqual([2_000, false]);
});
