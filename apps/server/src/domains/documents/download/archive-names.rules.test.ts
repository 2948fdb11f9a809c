import { expect, it } from 'vitest';
import { makeNamer } from './archive-names.rules.ts';

it.each([
  ['οδος', 'οδοσ'],
  ['Straße', 'STRASSE'],
  ['ﬁn', 'FIN'],
  ['ſtop', 'Stop'],
  ['Été', 'E\u0301TE\u0301'],
])('names %s and %s apart, which some system takes for one', (first, second) => {
  const nameOf = makeNamer();
  const [one, other] = [nameOf(first, 'a.pdf'), nameOf(second, 'b.pdf')];
  expect(one).toBe(`${first}.pdf`);
  expect(other).toBe(`${second.normalize('NFC')} (2).pdf`);
});
