/** Digits, and the letters that recognition takes for them. */
const digit = '[0-9OQDILZSB]';
const looksLike: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const digitsOf = (read: string): string => read.replace(/[OQDILZSB]/g, (letter) => looksLike[letter] ?? letter);

const weights = [7, 3, 1] as const;

const valueOf = (sign: string): number => {
  if (sign === '<') return 0;
  return /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55;
};

/** ICAO 9303, part 3, 4.9: the sum of values by turns of 7, 3 and 1, modulo 10. */
const checkDigit = (signs: string): number =>
  [...signs].reduce((sum, sign, at) => sum + valueOf(sign) * (weights[at % 3] ?? 0), 0) % 10;

/** Lines of passports, and of cards of two lines: number, nationality, birth, sex, end (ICAO 9303, parts 4 and 6). */
const twoLines = new RegExp(
  `([A-Z0-9<]{9})(${digit})[A-Z<]{3}(${digit}{6})(${digit})[MFX<](${digit}{6})(${digit})`,
  'g',
);
/** Lines of cards of three lines: birth, sex, end, nationality (part 5). */
const threeLines = new RegExp(`(?<![A-Z0-9<])(${digit}{6})(${digit})[MFX<](${digit}{6})(${digit})[A-Z<]{3}`, 'g');

/** The signs of the lines, whatever recognition put between and around them. */
const linesOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split('\n')
    .map((line) => line.replace(/[«‹]/g, '<').replace(/[^A-Z0-9<]/g, ''));

const isProven = (fields: readonly [signs: string, check: string][]): boolean =>
  fields.every(([signs, check]) => checkDigit(signs) === Number(digitsOf(check)));

/**
 * The ends of validity, as `YYMMDD`, of the machine-readable lines in a text. The check digits have to agree, that of
 * the birth and, if the same line has it, that of the number too.
 */
export function machineReadEnds(text: string): string[] {
  const ends: string[] = [];
  for (const line of linesOf(text)) {
    for (const [, number = '', numberCheck = '', birth = '', birthCheck = '', end = '', check = ''] of line.matchAll(
      twoLines,
    ))
      if (isProven([[number, numberCheck], ...datesOf([birth, birthCheck], [end, check])])) ends.push(digitsOf(end));
    for (const [, birth = '', birthCheck = '', end = '', check = ''] of line.matchAll(threeLines))
      if (isProven(datesOf([birth, birthCheck], [end, check]))) ends.push(digitsOf(end));
  }
  return ends;
}

const datesOf = (...dates: [string, string][]): [string, string][] =>
  dates.map(([signs, check]) => [digitsOf(signs), check]);
