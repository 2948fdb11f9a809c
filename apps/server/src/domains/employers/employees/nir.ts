/**
 * The French social-security number (NIR): sex, year, month, department, commune, order; then a
 * key. Employers must not send it: the CNIL does not let it route payslips.
 */
const gap = '[ -]?';
const spaced = (...groups: string[]): string => groups.join(gap);

const digits = (count: number): string => Array.from({ length: count }, () => String.raw`\d`).join(gap);
const sexAndYear = spaced('[1-478]', digits(2));
const department = `(?:2${gap}[AB]|${digits(2)})`;
const communeAndOrder = digits(6);
const key = digits(2);

/** Any month that a number may hold: those above 12 stand for births whose month is not known. */
const withKey = new RegExp(
  String.raw`(?<!\d)` + spaced(sexAndYear, digits(2), department, communeAndOrder, key) + String.raw`(?!\d)`,
  'giu',
);

/** Without a right key only the structure counts: the number must be on its own and name a real month. */
const withoutKey = new RegExp(
  String.raw`(?<![\p{L}\d]-?)(?<!\d )` +
    spaced(sexAndYear, `(?:0${gap}[1-9]|1${gap}[0-2])`, department, communeAndOrder) +
    `(?:${gap}${key})?` +
    String.raw`(?!-?[\p{L}\d])(?! \d)`,
  'giu',
);

/** Whether a text holds a social-security number, with or without its key, however it is written. */
export function holdsNir(text: string): boolean {
  const plain = plainOf(text);
  const found = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([match]) => compact(match));
  return found(withKey).some(hasItsKey) || found(withoutKey).some(hasItsStructure);
}

/** The digits of any script as ASCII, without what is not seen, and one sign for all that separates. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\s\p{Cc}\p{Pd}\p{Pc}./\\·]+/gu, (run) => (/\s/.test(run) ? ' ' : '-'));

/** Unicode keeps the ten digits of a script together, in order. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

const compact = (match: string): string => match.replace(/[^0-9AB]/gi, '').toUpperCase();

/** Corsica's departments count as 19 and 18. */
const valueOf = (body: string): bigint => BigInt(body.replace(/^(.{5})2A/, '$119').replace(/^(.{5})2B/, '$118'));

const hasItsKey = (nir: string): boolean => 97n - (valueOf(nir.slice(0, 13)) % 97n) === BigInt(nir.slice(13));

/** Departments, communes and orders begin at one. */
const hasItsStructure = (nir: string): boolean =>
  nir.slice(5, 7) !== '00' && nir.slice(7, 10) !== '000' && nir.slice(10, 13) !== '000';

/** The dotted paths of what holds a NIR in a row as it came, names of fields included. */
export function fieldsWithNir(value: unknown, path = ''): string[] {
  if (typeof value === 'string' || typeof value === 'number') return holdsNir(String(value)) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = path === '' ? key : `${path}.${key}`;
    return holdsNir(key) ? [path] : fieldsWithNir(inner, field);
  });
}
