import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Zoom } from '../gestures/use-zoom.ts';

/** The middle of the frame stays there when the user zooms; its top stays, when the frame changes. */
export function useSteadyScroll(frame: RefObject<HTMLElement | null>, { scale, isFit }: Zoom): void {
  const last = useRef(scale);
  useLayoutEffect(() => {
    const element = frame.current;
    const ratio = scale / last.current;
    last.current = scale;
    if (!element || ratio === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    const fixed = isFit ? { left: 0, top: 0 } : { left: clientWidth / 2, top: clientHeight / 2 };
    element.scrollTo({
      left: (scrollLeft + fixed.left) * ratio - fixed.left,
      top: (scrollTop + fixed.top) * ratio - fixed.top,
    });
  }, [frame, scale, isFit]);
}
