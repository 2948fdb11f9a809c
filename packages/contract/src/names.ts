/**
 * The same for names of folders and categories that are the same: those that differ by case alone, or by what
 * nobody sees (the way that an accented letter is composed, the kind of a space, the shape of an apostrophe).
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').replaceAll('’', "'").replace(/\s+/g, ' ').trim().toLowerCase();
