/** How words are distinguished and looked for: the server tags them so, and the pages say where they were found. */

/** A longer word is found by its beginning: an IBAN is the longest that people look for (ISO 13616, France). */
export const longestPrefix = 27;
const longestWord = 40;

/** A document of more different words is found by the first of them. */
const mostWords = 3_000;
const mostTitleWords = 60;
const mostWantedWords = 10;

/** French drops a vowel before another: “l’attestation” is found as “attestation”. */
const elisions = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’ʼ](?=\p{L})/gu;

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** Without case, accents, ligatures and elisions. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđ]/g, (letter) => ligatures[letter] ?? letter)
    .replace(elisions, ' ');

/** The different words of a text, in their order: letters and digits, whatever is between them. */
export function wordsOf(text: string, most = mostWords): string[] {
  const words = new Set<string>();
  for (const [word] of foldLetters(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.size >= most) break;
    words.add(word.slice(0, longestWord));
  }
  return [...words];
}

/** The words of a title that it is found by. */
export const titleWords = (title: string): string[] => wordsOf(title, mostTitleWords);

/** Returns what is looked for: as much of each word as is kept of those that are found. */
export const wantedBeginnings = (query: string): string[] => [
  ...new Set(wordsOf(query, mostWantedWords).map((word) => [...word].slice(0, longestPrefix).join(''))),
];
