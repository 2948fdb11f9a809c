import { longestPrefix } from '@perenne/contract/words';

/** The beginnings by which words are found: those of at least so many letters, and words shorter than that. */
export function beginningsOf(words: readonly string[], shortest: number): Set<string> {
  const beginnings = new Set<string>();
  for (const word of words) {
    let beginning = '';
    let length = 0;
    for (const letter of word) {
      if (length === longestPrefix) break;
      beginning += letter;
      length += 1;
      if (length >= shortest) beginnings.add(beginning);
    }
    if (length < shortest) beginnings.add(beginning);
  }
  return beginnings;
}
