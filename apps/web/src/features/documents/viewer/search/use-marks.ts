import { type RefObject, useEffect } from 'react';
import { findRanges, markRanges } from './highlight-words.ts';

interface Marks {
  /** The element in which the words are laid. */
  text: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLElement | null>;
  /** Empty while nothing is laid. */
  words: string;
  current: number | undefined;
}

/** Brings a place into the middle of the frame, unless it is well in sight. */
function bring(frame: HTMLElement, range: Range): void {
  const [around, place] = [frame.getBoundingClientRect(), range.getBoundingClientRect()];
  const isSeen = place.top > around.top + 64 && place.bottom < around.bottom - 24;
  const isBeside = place.left < around.left || place.right > around.right;
  if (isSeen && !isBeside) return;
  frame.scrollBy({
    top: place.top - around.top - around.height / 3,
    left: isBeside ? place.left - around.left - around.width / 3 : 0,
  });
}

/** Marks the words on a page, and shows the one that is looked at. */
export function useMarks({ text, frame, words, current }: Marks): void {
  useEffect(() => {
    if (words === '' || !text.current) return;
    const ranges = findRanges(text.current, words);
    const looked = current === undefined ? undefined : ranges[current];
    if (looked && frame.current) bring(frame.current, looked);
    return markRanges(ranges, looked);
  }, [text, frame, words, current]);
}
