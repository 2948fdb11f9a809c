import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` once `durationMs` have gone by, not counting the time spent paused. */
export function usePausableTimer(durationMs: number, isPaused: boolean, onEnd: () => void) {
  const remaining = useRef(durationMs);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => end(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}
