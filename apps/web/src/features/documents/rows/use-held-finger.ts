import { useEffect, useEffectEvent } from 'react';

const heldMs = 500;
/** A finger that stays trembles. */
const stillPx = 10;

/**
 * A finger stays on something. Asked of the touches themselves: not every browser has an event for it, those of
 * iPhones do not. To let go then presses nothing.
 */
export function useHeldFinger<Found>(
  find: (target: EventTarget | null) => Found | undefined,
  onHold: (found: Found) => void,
): void {
  const findLatest = useEffectEvent(find);
  const hold = useEffectEvent((target: EventTarget | null) => {
    const found = find(target);
    if (found !== undefined) onHold(found);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHeld = false;
    let from = { x: 0, y: 0 };
    const stop = () => clearTimeout(timer);
    const begin = ({ touches, target }: TouchEvent) => {
      stop();
      isHeld = false;
      const [touch] = touches;
      if (!touch || touches.length > 1 || findLatest(target) === undefined) return;
      from = { x: touch.clientX, y: touch.clientY };
      timer = setTimeout(() => {
        isHeld = true;
        hold(target);
      }, heldMs);
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (touch && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > stillPx) stop();
    };
    const end = (event: TouchEvent) => {
      stop();
      if (isHeld && event.cancelable) event.preventDefault();
      isHeld = false;
    };
    const signals = new AbortController();
    const { signal } = signals;
    document.addEventListener('touchstart', begin, { signal, passive: true });
    document.addEventListener('touchmove', move, { signal, passive: true });
    document.addEventListener('touchend', end, { signal, passive: false });
    document.addEventListener('touchcancel', stop, { signal });
    return () => {
      stop();
      signals.abort();
    };
  }, []);
}
