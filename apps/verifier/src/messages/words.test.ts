import { describe, expect, it } from 'vitest';
import type { Facts } from '../checks/facts.ts';
import type { Code } from '../checks/report.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { formatsOf, words, type Locale } from './words.ts';

/** Any fact that a sentence asks for, and a value where it asks for that: what is no word. */
const anything = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'symbol' ? () => '<value>' : name === 'count' ? 2 : `<${name}>`) },
);
const formats = { number: String, many: (n: number, _: string, more: string) => `${n}\u00a0${more}`, bytes: String };
const plain = { ...formats, time: String, day: String };

type Sentence = (facts: unknown, formats: unknown) => string;

/** The sentences about the archive as a whole. One that is missing here, or has a file, does not compile. */
const ofNoFile: Record<{ [C in Code]: Facts[C] extends { file: string } ? never : C }[Code], true> = {
  ...{ filesWhole: true, proofsHold: true },
  ...{ checkpointsSealed: true, checkpointsStamped: true, checkpointsEnded: true },
};

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [(value as Sentence)(anything, plain)];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

describe('the words of the page', () => {
  it('are set as French is', () => {
    const french = textsOf(fr);
    expect(french.length).toBeGreaterThan(100);
    expect(french.filter((text) => / [:;?!»]|« |'|!|\u202f[:»]|«\u202f|\u00a0[;?]/.test(text))).toEqual([]);
  });

  it('call what is computed from a file or an entry a digest, and no hash', () => {
    expect(textsOf(en).filter((text) => /\bhash/i.test(text))).toEqual([]);
  });

  /** eIDAS keeps these words for trust services that a member state has listed: the page cannot know whether one is. */
  it('call nothing qualified or certified', () => {
    expect([...textsOf(fr), ...textsOf(en)].filter((text) => /qualifi[ée]|certifi[ée]/i.test(text))).toEqual([]);
  });

  it('put no name of a certificate into parentheses: such a name has some', () => {
    const text = [...textsOf(fr), ...textsOf(en)].map((each) => each.replaceAll('<subject>', 'Sceau (Pérenne)'));
    expect(text.filter((each) => each.includes('Sceau (Pérenne)')).length).toBeGreaterThan(5);
    expect(text.filter((each) => /\([^)]*\(/.test(each))).toEqual([]);
  });

  it.each(['fr', 'en'] as const)('name the file in every sentence that is about one, in %s', (locale) => {
    const about = Object.entries(words[locale].sentences).filter(([code]) => !(code in ofNoFile));
    expect(about.length).toBeGreaterThan(70);
    const quoted = locale === 'fr' ? '«\u00a0<file>\u00a0»' : '“<file>”';
    const others = about.filter(([, say]) => !(say as Sentence)(anything, plain).includes(quoted));
    expect(others.map(([code]) => code)).toEqual([]);
  });

  it('agree with one document and with several', () => {
    const say = (locale: Locale, count: number) =>
      words[locale].sentences.manifestHolds({ file: 'a.xml', count }, formatsOf(locale));
    expect(say('fr', 1)).toBe('«\u00a0a.xml\u00a0» décrit 1\u00a0document, qui est là avec l’empreinte indiquée.');
    expect(say('fr', 2)).toBe(
      '«\u00a0a.xml\u00a0» décrit 2\u00a0documents, qui sont tous là avec l’empreinte indiquée.',
    );
    expect(say('en', 1)).toBe('“a.xml” describes 1\u00a0document, which is there with the digest that it gives.');
    expect(words.fr.more(1, formatsOf('fr'))).toBe('Afficher 1\u00a0autre ligne');
    expect(words.fr.more(2, formatsOf('fr'))).toBe('Afficher 2\u00a0autres lignes');
  });

  it('write the first day of a month as French does', () => {
    expect(formatsOf('fr').day(new Date(2026, 10, 1))).toBe('1er novembre 2026');
    expect(formatsOf('fr').day(new Date(2026, 10, 21))).toBe('21 novembre 2026');
    expect(formatsOf('en').day(new Date(2026, 10, 1))).toBe('1 November 2026');
  });

  it('write sizes with the units of each language', () => {
    const sizes = (locale: Locale) => [999, 1_500, 1_200_000, 2_500_000_000].map(formatsOf(locale).bytes);
    expect(sizes('fr')).toEqual(['999\u00a0o', '1,5\u00a0ko', '1,2\u00a0Mo', '2,5\u00a0Go']);
    expect(sizes('en')).toEqual(['999\u00a0B', '1.5\u00a0KB', '1.2\u00a0MB', '2.5\u00a0GB']);
  });
});
