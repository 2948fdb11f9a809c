import { describe, expect, it } from 'vitest';
import { newActivationCode, normaliseCode } from './activation-code.ts';

describe('an activation code', () => {
  it('is twelve symbols that cannot be mistaken, in groups of four', () => {
    const codes = Array.from({ length: 500 }, newActivationCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });

  it.each([
    ['ABCD-EFGH-JKMN', 'ABCDEFGHJKMN'],
    ['abcd efgh jkmn', 'ABCDEFGHJKMN'],
    ['  ab-cd\u00a0ef–gh—jk‐mn ', 'ABCDEFGHJKMN'],
    ['O0oI-1lLi-2345', '000111112345'],
  ])('is read as it was meant: %j', (typed, meant) => {
    expect(normaliseCode(typed)).toBe(meant);
  });

  it('reads back what it made', () => {
    const code = newActivationCode();
    expect(normaliseCode(code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code.replaceAll('-', ''));
  });
});
