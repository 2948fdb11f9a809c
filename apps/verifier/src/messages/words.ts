import type { Facts } from '../checks/facts.ts';
import type { Code, Finding, Kind, Outcome, Witness } from '../checks/report.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export type Locale = 'fr' | 'en';

/** How a language writes what sentences hold. */
export type Formats = {
  number(value: number): string;
  /** "1 file", "2 files". */
  many(count: number, one: string, other: string): string;
  bytes(value: number): string;
  time(value: Date | string): string;
  day(value: Date): string;
};

type Sentences = { [C in Code]: (facts: Facts[C], formats: Formats) => string };

/** Everything the page says in one language. A sentence that is missing does not compile. */
export type Words = {
  pageTitle: string;
  brand: string;
  otherLanguage: string;
  title: string;
  lead: string;
  drop: { title: string; more: string; text: string; button: string; add: string; again: string; local: string };
  accepted: { title: string; items: Array<{ kind: Kind; name: string; text: string }> };
  kinds: Record<Kind, string>;
  progress: (done: string, total: string, file: string) => string;
  finished: (files: number) => string;
  /** Read out by screen readers. */
  outcome: (file: string, verdict: string) => string;
  stopped: string;
  noCrypto: string;
  verdicts: Record<Outcome, { title: string; text: string }>;
  /** Shown while nobody vouches for the certificates. */
  toCompare: string;
  /** They take the place of `verdicts` for a file that is only compared with others. */
  verdictsOfDocument: Partial<Record<Outcome, { title?: string; text: string }>>;
  groups: Record<Outcome, string>;
  more: (count: number, formats: Formats) => string;
  trust: {
    title: string;
    text: string;
    roles: Record<Witness['role'], string>;
    subject: string;
    issuer: string;
    root: string;
    noRoot: string;
    validity: string;
    between: (from: string, to: string) => string;
    fingerprint: string;
    given: (name: string) => string;
    notCompared: string;
    selfSigned: string;
    demonstration: string;
    limits: string;
  };
  compare: { title: string; text: string; button: string };
  sentences: Sentences;
};

export const words: Record<Locale, Words> = { fr, en };

/** French gives the first day of a month an ordinal, and no other; a letter follows it, of the month. */
const firstOfMonth = /(?<!\S)1 (?=\p{L})/u;

const makeFormats = (locale: Locale): Formats => {
  const tag = locale === 'fr' ? 'fr-FR' : 'en-GB';
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const times = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long' });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long' });
  const units = locale === 'fr' ? ['o', 'ko', 'Mo', 'Go'] : ['B', 'KB', 'MB', 'GB'];
  const plurals = new Intl.PluralRules(tag);
  const ordinal = (date: string) => (locale === 'fr' ? date.replace(firstOfMonth, '1er ') : date);
  return {
    number: (value) => numbers.format(value),
    many: (count, one, other) => `${numbers.format(count)}\u00A0${plurals.select(count) === 'one' ? one : other}`,
    bytes: (value) => {
      const power = Math.min(3, Math.floor(Math.log(Math.max(1, value)) / Math.log(1000)));
      return `${numbers.format(value / 1000 ** power)}\u00A0${units[power]}`;
    },
    time: (value) => ordinal(times.format(new Date(value))),
    day: (value) => ordinal(days.format(value)),
  };
};

// A report has dozens of sentences, and each format takes the browser about a millisecond to make.
const formats: Record<Locale, Formats> = { fr: makeFormats('fr'), en: makeFormats('en') };

export const formatsOf = (locale: Locale): Formats => formats[locale];

/** Puts a finding into words: the sentence names the file. */
export const sayFinding = ({ code, facts }: Pick<Finding, 'code' | 'facts'>, locale: Locale): string => {
  const say = words[locale].sentences[code] as (facts: Finding['facts'], formats: Formats) => string;
  return say(facts, formatsOf(locale));
};
