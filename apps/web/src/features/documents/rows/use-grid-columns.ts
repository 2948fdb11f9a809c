import { type RefObject, useLayoutEffect, useState } from 'react';

const cardWidth = 200;

/** How many cards fit beside each other in the frame. */
export function useGridColumns(frame: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      setColumns(Math.max(2, Math.floor((entry?.contentRect.width ?? 0) / cardWidth)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return columns;
}
