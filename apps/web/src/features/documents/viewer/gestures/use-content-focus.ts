import { type RefObject, useEffect } from 'react';

/** Holds the focus while one document gives way to another. */
export const viewerFrame = { 'data-viewer-frame': true, tabIndex: -1 };

/** The content takes the focus from the elements around it, so that the keys scroll it at once. */
export function useContentFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The dialog takes it first, when both appear together.
    const timer = setTimeout(() => {
      const isAround = document.activeElement?.matches('[role="dialog"], [data-viewer-frame]');
      if (isAround) content.current?.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(timer);
  }, [content]);
}
