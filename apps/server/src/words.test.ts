import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.{messages,words}.ts', { cwd: folder }).toSorted();

/** The code of SMS has an alphabet without no-break spaces. */
const withoutTexts = (source: string): string => source.replace(/export const \w+Texts\b[\s\S]*?\n\}/g, '');
const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const decoded = (literal: string): string =>
  literal.replace(/\\u([\da-f]{4})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** What a source says in quotes, without the values that it puts in. */
function literalsOf(source: string): string[] {
  const found = withoutComments(source).matchAll(/'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g);
  return [...found].map(([, quoted, template]) => decoded(quoted ?? template ?? '').replace(/\$\{[^}]*(?:\}|$)/g, '…'));
}

const isEnglish = (words: string): boolean => /\b(?:the|your|you|this|has|of|and|was)\b/i.test(words);

describe.each(files)('the words of mails, SMS and PDF in %s', (file) => {
  const source = readFileSync(`${folder}${file}`, 'utf8');
  const words = literalsOf(source);

  it('have one word for one thing', () => {
    expect(words.filter((each) => /accusé|cachet|exploitant|jeton|second facteur|deux étapes/i.test(each))).toEqual([]);
    const english = words.filter(isEnglish);
    expect(english.filter((each) => /e-mail|\bSMS\b|\bhash|\btoken|second step|second factor/i.test(each))).toEqual([]);
  });

  it('set French as the pages do: no-break spaces, of the right width, and curved apostrophes', () => {
    const set = literalsOf(withoutTexts(source));
    expect(set.filter((each) => / [:;?!%»]|« |\p{L}'\p{L}|\.\.\./u.test(each))).toEqual([]);
    expect(set.filter((each) => /\u202f[:»]|«\u202f|\u00a0[;?%]/.test(each))).toEqual([]);
  });
});

it('are found, all of them', () => {
  expect(files.length).toBeGreaterThan(20);
});
