import { addMonths } from '../../../platform/time/calendar.ts';
import { machineReadEnds } from './machine-readable.rules.ts';

/** The labels of the end of validity on French, European and other papers; without accents. */
const labels =
  /date d.? ?expir(?:ation|\.)|expir(?:ation|y) date|date of expir(?:y|ation)|expire(?:s(?: on)?| le)|expiry|valable jusqu.? ?au|valid until|fin de (?:la )?validite|(?<![0-9a-z])4 ?b[.:)]?(?= ?\d{2}[./ -])/g;

/** The date follows its label within so many letters: labels of other dates may come between them. */
const nearLetters = 110;

/** Papers are good for fifteen years at most, and old ones are kept. */
const longestYears = { ahead: 20, past: 40 } as const;

const months = [
  ['janv', 'jan'],
  ['fevr', 'fev', 'feb'],
  ['mars', 'mar'],
  ['avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aout', 'aou', 'aug'],
  ['sept', 'sep'],
  ['oct'],
  ['nov'],
  ['dec'],
] as const;
const month = months.flat().join('|');

/** 04.05.2031, 04 05 2031, 4 mai 2031, 04 MAI/MAY 2031, 2031-05-04; without accents. */
const dates = new RegExp(
  [
    String.raw`(?<!\d)(?<d>\d{1,2}) ?[./ -] ?(?<m>\d{1,2}) ?[./ -] ?(?<y>\d{4})(?!\d)`,
    String.raw`(?<!\d)(?<dn>\d{1,2})(?:er)? (?<mn>${month})[a-z]*\.?(?: ?/ ?[a-z]+\.?)? (?<yn>\d{4})(?!\d)`,
    String.raw`(?<!\d)(?<yi>\d{4})-(?<mi>\d{2})-(?<di>\d{2})(?!\d)`,
  ].join('|'),
  'g',
);

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s|]+/g, ' ');

function dayOf(year: string, monthNumber: string | number, day: string): string | undefined {
  const written = `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}

function readDay(groups: Record<string, string | undefined>): string | undefined {
  const { d, m, y, dn, mn, yn, di, mi, yi } = groups;
  if (d && m && y) return dayOf(y, m, d);
  if (dn && mn && yn) return dayOf(yn, months.findIndex((names) => names.some((name) => name === mn)) + 1, dn);
  return di && mi && yi ? dayOf(yi, mi, di) : undefined;
}

function labelledEnds(text: string): string[] {
  const folded = fold(text);
  return [...folded.matchAll(labels)].flatMap(({ 0: label, index }) => {
    const after = folded.slice(index + label.length, index + label.length + nearLetters);
    return [...after.matchAll(dates)].flatMap(({ groups = {} }) => readDay(groups) ?? []);
  });
}

/** Years of two figures are of this century, where papers last so long. */
const centuryDays = (end: string): string[] =>
  ['20', '19'].flatMap((century) => dayOf(`${century}${end.slice(0, 2)}`, end.slice(2, 4), end.slice(4)) ?? []);

/**
 * The day until which a paper is good, `YYYY-MM-DD`: by its lines for machines, whose digits prove themselves, else
 * by the latest date after a label of it, since that of the issue may come in between. `today` is in France.
 */
export function readExpiry(text: string, today: string): string | undefined {
  const earliest = addMonths(today, -12 * longestYears.past);
  const latest = addMonths(today, 12 * longestYears.ahead);
  const isLikely = (day: string) => day >= earliest && day <= latest;
  const proven = machineReadEnds(text).flatMap((end) => centuryDays(end).find(isLikely) ?? []);
  const found = proven.length > 0 ? proven : labelledEnds(text).filter(isLikely);
  return found.toSorted().at(-1);
}
