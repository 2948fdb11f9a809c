import { describe, expect, it } from 'vitest';
import { findWords, foldText } from './fold-text.ts';

const found = (source: string, words: string) =>
  findWords(foldText(source), words).map(({ from, to }) => source.slice(from, to));

describe('words of a document', () => {
  it.each([
    ['without regard to case', 'Net À PAYER', 'net a payer', ['Net À PAYER']],
    ['without regard to accents', 'Congés payés, conges', 'congés', ['Congés', 'conges']],
    ['written with combining accents', 'Conge\u0301s', 'congés', ['Conge\u0301s']],
    ['across a line end', 'salaire\nbrut', 'salaire brut', ['salaire\nbrut']],
    ['across any spaces', '1\u202F234,50 €', '1 234,50', ['1\u202F234,50']],
    ['with either apostrophe', 'l’employeur', "l'employeur", ['l’employeur']],
    ['written with ligatures', 'ﬁn et œuvre', 'fin', ['ﬁn']],
    ['after a letter that is two', 'Œuvre sociale', 'sociale', ['sociale']],
    ['after an emoji', '🎉 Prime', 'prime', ['Prime']],
    ['each time that they come', 'ab ab ab', 'ab', ['ab', 'ab', 'ab']],
    ['none, where nothing is looked for', 'ab', '  ', []],
    ['none, where there are none', 'ab', 'z', []],
  ])('are found %s', (_name, source, words, expected) => {
    expect(found(source, words)).toEqual(expected);
  });
});
