import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each([
  [`attachment; filename="Bail ete.pdf"; filename*=UTF-8''Bail%20%C3%A9t%C3%A9.pdf`, 'Bail été.pdf'],
  ['attachment; filename="Perenne 2026-11-21.zip"', 'Perenne 2026-11-21.zip'],
  [`attachment; filename="a.pdf"; filename*=UTF-8''%E9`, 'a.pdf'],
  ['inline', undefined],
  [null, undefined],
])('reads %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});
