/** The text with another letter at this place: never, by chance, the same one. */
export function altered(text: string, place: number): string {
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}

/** A token whose signature is changed where all of a letter's bits count, which is not so of its last one. */
export const alteredToken = (token: string): string => altered(token, token.lastIndexOf('.') + 1);
