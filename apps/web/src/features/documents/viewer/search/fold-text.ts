/** A text without case, accents and differences of spaces, and the place of each of its letters in the source. */
export interface Folded {
  text: string;
  /** By letter of `text`; one more than there are letters, for the end. */
  at: readonly number[];
}

const alike: Record<string, string> = { '’': "'", '‘': "'", œ: 'oe', æ: 'ae', ß: 'ss', '\u00AD': '', '‑': '-' };

function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  const lower = character.toLowerCase();
  return alike[lower] ?? lower.normalize('NFKD').replace(/\p{M}/gu, '');
}

export function foldText(source: string): Folded {
  let text = '';
  const at: number[] = [];
  let from = 0;
  for (const character of source) {
    const folded = foldCharacter(character);
    if (folded !== ' ' || !text.endsWith(' ')) {
      text += folded;
      for (let unit = 0; unit < folded.length; unit++) at.push(from);
    }
    from += character.length;
  }
  return { text, at: [...at, source.length] };
}

/** Returns the places of the words in the source, from its beginning; those that overlap are one. */
export function findWords({ text, at }: Folded, words: string): { from: number; to: number }[] {
  const wanted = foldText(words.trim()).text;
  const found: { from: number; to: number }[] = [];
  if (wanted === '') return found;
  for (let index = text.indexOf(wanted); index >= 0; index = text.indexOf(wanted, index + wanted.length))
    found.push({ from: at[index] ?? 0, to: at[index + wanted.length] ?? 0 });
  return found;
}
