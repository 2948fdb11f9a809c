import { useEffect, useState } from 'react';
import { nowMs } from '../../lib/browser/clock.ts';

/** The instant in milliseconds, read again that often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
