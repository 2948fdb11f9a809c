import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What stands in the middle of the frame stays there when its content grows or shrinks. */
export function useSteadyCentre(frame: RefObject<HTMLElement | null>, scale: number): void {
  const last = useRef(scale);
  useLayoutEffect(() => {
    const element = frame.current;
    const ratio = scale / last.current;
    last.current = scale;
    if (!element || ratio === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    element.scrollTo({
      left: (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * ratio - clientHeight / 2,
    });
  }, [frame, scale]);
}
