import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isForDocument } from './viewer-keys.ts';

export interface Sides {
  showPrevious: (() => void) | undefined;
  showNext: (() => void) | undefined;
}

/** A page wider than its frame is moved with the same keys. */
const scrollsSideways = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.scrollWidth > target.clientWidth + 1;

/** The arrow keys go from document to document, wherever the focus is in the viewer. */
export function useSideKeys(frame: RefObject<HTMLElement | null>, { showPrevious, showNext }: Sides): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const show = event.key === 'ArrowLeft' ? showPrevious : event.key === 'ArrowRight' ? showNext : undefined;
    const isOther = event.defaultPrevented || event.shiftKey || !isForDocument(event);
    if (!show || isOther || scrollsSideways(event)) return;
    event.preventDefault();
    // The focused element may leave with its document.
    frame.current?.focus();
    show();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
