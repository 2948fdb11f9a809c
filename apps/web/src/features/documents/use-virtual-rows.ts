import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

interface VirtualRowsOptions {
  rows: readonly ListRow[];
  /** The usual heights in px, before a row has been seen. */
  heights: Record<ListRow['kind'], number>;
  /** The last rows are about to come into sight; absent while there is nothing more to ask for. */
  onNearEnd: (() => void) | undefined;
}

/** Asked for some screens ahead, so that a quick hand does not reach the end before more has come. */
const rowsFromEnd = 60;

/** Which rows to draw of a list that scrolls with the page, and the room to leave above and below them. */
export function useVirtualRows<List extends HTMLElement>({ rows, heights, onNearEnd }: VirtualRowsOptions) {
  // The virtualizer is one object that changes inside: nothing read from it may be remembered.
  'use no memo';
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  // Another function would have all rows placed anew at each scroll: with 100,000 of them, that is seen.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'document'],
    getItemKey,
    overscan: 8,
    scrollMargin: top,
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
  const isNearEnd = last !== undefined && last.index >= rows.length - rowsFromEnd;
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
