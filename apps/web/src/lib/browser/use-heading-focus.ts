import { useEffect, useRef } from 'react';

/** The outcome of a step is another screen: its heading takes the focus. */
export function useHeadingFocus(screen: string): void {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [screen]);
}
