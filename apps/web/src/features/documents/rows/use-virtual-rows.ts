import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ListRow, ListRows } from './list-rows.ts';
import { RowOffsets } from './row-offsets.ts';
import { RowSlots } from './row-slots.ts';

interface VirtualRowsOptions {
  rows: ListRows;
  /** The usual heights in px, before a row has been seen. */
  heights: Record<ListRow['kind'], number>;
  /** The last rows are about to come into sight; absent while there is nothing more to ask for. */
  onNearEnd: (() => void) | undefined;
}

/** Drawn beyond each end of the window: the next ones that a hand or the Tab key comes to. */
const overscan = 6;

/** Asked for some screens ahead, so that a quick hand does not reach the end before more has come. */
const rowsFromEnd = (loaded: number) => Math.min(150, loaded / 2);

/** The part of the list that is in the window, in px from its top. */
interface View {
  from: number;
  to: number;
}

/**
 * Which rows to draw of a list that scrolls with the page, and the room to leave above and below them. No library: the
 * one that was here went through all rows whenever some were added, which with 100,000 of them is felt.
 */
export function useVirtualRows<List extends HTMLElement>({ rows, heights, onNearEnd }: VirtualRowsOptions) {
  // The offsets are one object that changes inside: nothing read from it may be remembered.
  'use no memo';
  const list = useRef<List>(null);
  const [offsets] = useState(() => new RowOffsets(heights));
  offsets.show(rows);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // The first rows are drawn before it is known where the list begins: about half of the window is above it.
  const [view, setView] = useState<View>(() => ({ from: 0, to: window.innerHeight / 2 }));
  const look = useEffectEvent(() => {
    const from = window.scrollY - offsets.top;
    const to = from + window.innerHeight;
    const isSame = (known: View) =>
      offsets.indexAt(known.from) === offsets.indexAt(from) && offsets.indexAt(known.to) === offsets.indexAt(to);
    setView((known) => (isSame(known) ? known : { from, to }));
  });
  // Rows are kept in their place here, in every browser: where it does so as well, both would move the page.
  useLayoutEffect(() => {
    const { style } = document.body;
    style.overflowAnchor = 'none';
    return () => void style.removeProperty('overflow-anchor');
  }, []);
  // Elements above the list (shelves, chips) come and go: its beginning is measured whenever the page changes.
  useLayoutEffect(() => {
    const measureTop = () => {
      offsets.beginAt(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
      look();
    };
    measureTop();
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [offsets]);
  const first = Math.max(0, offsets.indexAt(view.from) - overscan);
  const last = Math.min(rows.length - 1, offsets.indexAt(view.to) + overscan);
  const isNearEnd = rows.length > 0 && last >= rows.length - rowsFromEnd(rows.length);
  const nearEnd = useEffectEvent(() => onNearEnd?.());
  const canAsk = onNearEnd !== undefined;
  useEffect(() => {
    if (isNearEnd && canAsk) nearEnd();
  }, [isNearEnd, canAsk]);
  const [slots] = useState(() => new RowSlots(makeMeasure(offsets, redraw)));
  const inSight = rows.between(first, last);
  const placed = slots.place(inSight.map(({ key }) => key));
  const drawn = inSight.flatMap((row, at) => {
    const slot = placed[at];
    return slot ? [{ row, index: first + at, slot }] : [];
  });
  return {
    list,
    drawn,
    before: drawn.length > 0 ? offsets.startOf(first) : 0,
    after: drawn.length > 0 ? offsets.total - offsets.endOf(last) : 0,
    /** As little as brings the row into sight. */
    scrollTo: (index: number) => {
      const start = offsets.top + offsets.startOf(index);
      const end = offsets.top + offsets.endOf(index);
      if (start < window.scrollY) window.scrollTo({ top: start });
      else if (end > window.scrollY + window.innerHeight) window.scrollTo({ top: end - window.innerHeight });
    },
  };
}

/**
 * Watches rows, which bear their index as `data-index`. The browser reports heights once it has placed the rows
 * anyway: to ask for one would have all of the page placed for each row that comes into sight.
 */
function makeMeasure(offsets: RowOffsets, onMoved: () => void) {
  const observer = new ResizeObserver((entries) => {
    const inWindow = window.scrollY - offsets.top;
    const measured = entries.flatMap(({ target, borderBoxSize: [size] }) => {
      // A row that has just left the page has no height.
      if (!(target instanceof HTMLElement) || !target.isConnected || !size) return [];
      const index = Number(target.dataset.index);
      return { index, size: size.blockSize, isAbove: offsets.startOf(index) < inWindow };
    });
    const moved = measured.map(({ index, size, isAbove }) => ({ by: offsets.resize(index, size), isAbove }));
    if (moved.some(({ by }) => by !== 0)) onMoved();
    // The text in view stays in its place when a row above it is higher than was thought.
    const above = moved.reduce((sum, { by, isAbove }) => sum + (isAbove ? by : 0), 0);
    if (above !== 0) window.scrollBy(0, above);
  });
  return (row: HTMLElement) => {
    observer.observe(row);
    return () => observer.unobserve(row);
  };
}
