import { expect, it } from 'vitest';
import { allMessages } from './all-messages.ts';
import { keepWordsWhole } from './whole-words.ts';

const joined = '-\u2060';

it('keeps a word on one line at its hyphens, and a number as well', () => {
  expect(keepWordsWhole('Connectez-vous-y par e-mail')).toBe(`Connectez${joined}vous${joined}y par e${joined}mail`);
  expect(keepWordsWhole('A 6-digit code, article L. 3243-2')).toBe(`A 6${joined}digit code, article L. 3243${joined}2`);
});

it('leaves other hyphens, and names of files, as they are', () => {
  for (const text of ['De 1 à - 2', '-mail', 'codes-de-secours.txt', 'refus-{date}.pdf'])
    expect(keepWordsWhole(text)).toBe(text);
});

it('is the only place that joins words', () => {
  for (const messages of Object.values(allMessages))
    expect([...messages].filter(([, message]) => /[\u2011\u2060]/.test(message))).toEqual([]);
});
