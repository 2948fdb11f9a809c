const isSeparator = (char: string | undefined): boolean => char !== undefined && /[\s.-]/.test(char);

interface Regrouped {
  /** The text that was before the caret. */
  before: string;
  /** The whole text, grouped anew. */
  value: string;
  /** The key deletes what follows: the caret is to pass a separator, or it would stay before it for ever. */
  isForward: boolean;
}

/** Returns the place of the caret in a text that was grouped anew: behind the letter that it was behind. */
export function placeCaret({ before, value, isForward }: Regrouped): number {
  let letters = [...before].filter((char) => !isSeparator(char)).length;
  let place = 0;
  for (; letters > 0 && place < value.length; place++) if (!isSeparator(value[place])) letters--;
  if (isForward) while (isSeparator(value[place])) place++;
  return place;
}
