import { type RefObject, useEffect, useState } from 'react';

/** The number of the page in the upper third of the frame. */
export function useCurrentPage(frame: RefObject<HTMLElement | null>): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const read = () => {
      const line = element.scrollTop + element.clientHeight / 3;
      const pages = [...element.querySelectorAll<HTMLElement>('[data-page]')];
      const current = pages.findLast(({ offsetTop }) => offsetTop <= line);
      setPage(Number(current?.dataset.page ?? 1));
    };
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [frame]);
  return page;
}
