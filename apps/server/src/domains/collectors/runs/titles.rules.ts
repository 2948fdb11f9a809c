import { limits } from '@perenne/contract/fields';
import { hasVisibleSign } from '@perenne/contract/names';

/** Control characters, line ends, halves of characters, and marks that turn the direction of the text. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Gives the partner's title of a document as one line, and its file’s name where nothing of that title shows. */
export function titleOf(title: string, fileName: string): string {
  const line = lineOf(title);
  return hasVisibleSign(line) ? line : lineOf(fileName);
}

const lineOf = (text: string): string =>
  [...text.replace(unfit, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, limits.title)
    .join('')
    .slice(0, limits.title)
    .replace(/\p{Cs}/gu, '');
