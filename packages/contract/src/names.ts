/**
 * The same for names of folders and categories that are the same: those that differ by case alone, or by what
 * nobody sees (the way that an accented letter is composed, the kind of a space, the shape of an apostrophe).
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').replaceAll('’', "'").replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whether anything of a text shows: a letter, a digit or a mark that is neither ignored where it is drawn (the fillers
 * of Hangul are letters) nor the empty pattern of Braille, which is a symbol.
 */
export const hasVisibleSign = (text: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
