import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Sides } from './use-side-keys.ts';

const leastPx = 60;
const longestMs = 1_500;

/** An element wider than its frame is moved with the same finger. */
const movesSideways = (target: EventTarget | null, frame: HTMLElement): boolean => {
  for (let element = target as Element | null; element && element !== frame; element = element.parentElement)
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible') return true;
  return false;
};

/** A finger that wipes the document aside brings the one beside it. */
export function useSwipe(frame: RefObject<HTMLElement | null>, { showPrevious, showNext }: Sides): void {
  const swipe = useEffectEvent((x: number) => (x > 0 ? showPrevious : showNext)?.());
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let start: { x: number; y: number; at: number } | undefined;
    const begin = ({ touches, target, timeStamp }: TouchEvent) => {
      const [touch] = touches;
      const isSwipe = touch && touches.length === 1 && !movesSideways(target, element);
      start = isSwipe ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined;
    };
    const end = ({ changedTouches, touches, timeStamp }: TouchEvent) => {
      const [touch] = changedTouches;
      if (!start || !touch || touches.length > 0 || timeStamp - start.at > longestMs) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(x) >= leastPx && Math.abs(x) > 2 * Math.abs(y) && !getSelection()?.toString()) swipe(x);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
    };
  }, [frame]);
}
