import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

type RowVirtualizer = Virtualizer<Window, HTMLElement>;

interface VirtualRowsOptions {
  rows: readonly ListRow[];
  /** The usual heights in px, before a row has been seen. */
  heights: Record<ListRow['kind'], number>;
  /** The last rows are about to come into sight; absent while there is nothing more to ask for. */
  onNearEnd: (() => void) | undefined;
}

/**
 * As the browser tells it once it has placed the row anyway, and as usual until then: to ask for the height itself
 * would have all of the page placed for each row that comes into sight.
 */
const heightOf = (row: HTMLElement, entry: ResizeObserverEntry | undefined, virtualizer: RowVirtualizer): number => {
  const [size] = entry?.borderBoxSize ?? [];
  if (size) return Math.round(size.blockSize);
  const index = virtualizer.indexFromElement(row);
  const known = virtualizer.itemSizeCache.get(virtualizer.options.getItemKey(index));
  return known ?? virtualizer.options.estimateSize(index);
};

/** Asked for some screens ahead, so that a quick hand does not reach the end before more has come. */
const rowsFromEnd = (loaded: number) => Math.min(150, loaded / 2);

/** Which rows to draw of a list that scrolls with the page, and the room to leave above and below them. */
export function useVirtualRows<List extends HTMLElement>({ rows, heights, onNearEnd }: VirtualRowsOptions) {
  // The virtualizer is one object that changes inside: nothing read from it may be remembered.
  'use no memo';
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  // Without it the first rows are known once the list has been placed, and are then drawn in one piece.
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  // Another function would have all rows placed anew at each scroll: with 100,000 of them, that is seen.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'document'],
    getItemKey,
    initialRect,
    overscan: 6,
    scrollMargin: top,
    // Rows are made after the frame that scrolled and placed in the next one: both in one task would hold the hand up.
    useFlushSync: false,
    measureElement: heightOf,
  });
  // What stands above the list (shelves, chips) comes and goes: its place is measured whenever anything was drawn.
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  const isNearEnd = last !== undefined && last.index >= rows.length - rowsFromEnd(rows.length);
  const nearEnd = useEffectEvent(() => onNearEnd?.());
  const canAsk = onNearEnd !== undefined;
  useEffect(() => {
    if (isNearEnd && canAsk) nearEnd();
  }, [isNearEnd, canAsk, rows.length]);
  return {
    list,
    drawn: items.flatMap(({ index }) => {
      const row = rows[index];
      return row ? [{ row, index }] : [];
    }),
    before: Math.max(0, (items[0]?.start ?? top) - top),
    after: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - top)) : 0,
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
