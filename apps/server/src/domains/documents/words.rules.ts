import { longestPrefix } from '@perenne/contract/words';

/** What words are found by: each of their beginnings of at least so many letters, and words shorter than that. */
export function beginningsOf(words: readonly string[], shortest: number): Set<string> {
  const beginnings = new Set<string>();
  for (const word of words) {
    const letters = [...word];
    for (let length = Math.min(shortest, letters.length); length <= Math.min(letters.length, longestPrefix); length++)
      beginnings.add(letters.slice(0, length).join(''));
  }
  return beginnings;
}
