import { useDeferredValue, useEffect, useState } from 'react';
import type { Pdf } from '../pdf/pdf-engine.ts';
import { findWords, type Folded, foldText } from './fold-text.ts';

async function readPage(pdf: Pdf, number: number): Promise<Folded> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return foldText(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
}

interface Found {
  words: string;
  /** How often each page that has been read holds the words, the first page first. */
  counts: readonly number[];
  isDone: boolean;
}

const nothing: Found = { words: '', counts: [], isDone: true };

/** The page of a match, from 1, and which one of that page it is. */
function placeOf(counts: readonly number[], index: number): { page: number; index: number } | undefined {
  let left = index;
  for (const [page, count] of counts.entries()) {
    if (left < count) return { page: page + 1, index: left };
    left -= count;
  }
  return undefined;
}

/** Looks for words in the text of all pages, from the one that is seen on. */
export function usePdfSearch(pdf: Pdf, seenPage: number) {
  const [asked, setAsked] = useState('');
  const words = useDeferredValue(asked.trim());
  const [found, setFound] = useState(nothing);
  const [step, setStep] = useState(0);
  const [startPage, setStartPage] = useState(1);
  const [pages] = useState(() => new Map<number, Promise<Folded>>());
  useEffect(() => {
    if (words === '') return;
    let isOver = false;
    const look = async () => {
      const counts: number[] = [];
      for (let number = 1; number <= pdf.numPages; number++) {
        const page = pages.get(number) ?? readPage(pdf, number);
        pages.set(number, page);
        counts.push(findWords(await page, words).length);
        if (isOver) return;
        const isDone = number === pdf.numPages;
        if (isDone || number % 20 === 0) setFound({ words, counts: [...counts], isDone });
      }
    };
    // A page whose text cannot be read ends the search where it is: its drawing is there without words too.
    look().catch(() => !isOver && setFound((known) => ({ ...known, words, isDone: true })));
    return () => {
      isOver = true;
    };
  }, [pdf, words, pages]);
  const { counts, isDone } = found.words === words ? found : { counts: nothing.counts, isDone: words === '' };
  const total = counts.reduce((sum, count) => sum + count, 0);
  const before = counts.slice(0, startPage - 1).reduce((sum, count) => sum + count, 0);
  const position = total > 0 ? (((before + step) % total) + total) % total : -1;
  return {
    asked,
    words,
    total,
    isDone,
    /** From 0; -1 where there is none. */
    position,
    current: position < 0 ? undefined : placeOf(counts, position),
    ask(wanted: string) {
      setAsked(wanted);
      setStep(0);
      setStartPage(seenPage);
    },
    go: (by: 1 | -1) => setStep(step + by),
  };
}

export type PdfSearch = ReturnType<typeof usePdfSearch>;
