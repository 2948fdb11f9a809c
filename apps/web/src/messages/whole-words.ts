const wordJoiner = '\u2060';
const hyphensInWords = /(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu;

/** Other programs read the name of a file, and may draw a sign that pages do not. */
const isFileName = (message: string): boolean => /\.[a-z]{3,4}$/.test(message);

/**
 * Keeps “rendez-vous” and “sign-in” on one line: a word joiner follows the hyphen. A hyphen that does not break (U+2011)
 * is no part of the fonts, and browsers would draw that of another font.
 */
export const keepWordsWhole = (message: string): string =>
  isFileName(message) ? message : message.replaceAll(hyphensInWords, `-${wordJoiner}`);
