import { wantedBeginnings, wordsOf } from '@perenne/contract/words';
import { describe, expect, it } from 'vitest';
import { beginningsOf } from './words.rules.ts';

describe('the words of a text', () => {
  it.each([
    ['Été à Nîmes', ['ete', 'a', 'nimes']],
    ['L’œuvre d’Élodie, qu’elle aime', ['oeuvre', 'elodie', 'elle', 'aime']],
    ["l'attestation aujourd'hui", ['attestation', 'aujourd', 'hui']],
    ['STRASSE Straße', ['strasse']],
    ['ﬁnances (2026-11) 1 234,56 €', ['finances', '2026', '11', '1', '234', '56']],
    ['Bulletin_de_paie.pdf', ['bulletin', 'de', 'paie', 'pdf']],
    ['…', []],
  ])('of “%s” are folded', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the first of so many', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `mot${index}`).join(' ');
    expect(wordsOf(many)).toHaveLength(3_000);
  });
});

describe('the beginnings of words', () => {
  it('are those of at least so many letters, and shorter words whole', () => {
    expect([...beginningsOf(['paie', 'a'], 2)]).toEqual(['pa', 'pai', 'paie', 'a']);
  });

  it('end with an IBAN, in what is found and in what is looked for', () => {
    const iban = 'fr7630006000011234567890189';
    const beginnings = beginningsOf(wordsOf(`${iban}xyz`), 2);
    expect([...beginnings].at(-1)).toBe(iban);
    expect(wantedBeginnings(`${iban.toUpperCase()}9`)).toEqual([iban]);
  });

  it('tell long words apart that begin alike', () => {
    const beginnings = beginningsOf(wordsOf('anticonstitutionnellement'), 2);
    const isFound = (query: string) => wantedBeginnings(query).every((beginning) => beginnings.has(beginning));
    expect(['Anticonstitution', 'anticonstitutionnellement'].every(isFound)).toBe(true);
    expect(['anticonstitutionnelleX', 'anticonsX'].some(isFound)).toBe(false);
  });
});
