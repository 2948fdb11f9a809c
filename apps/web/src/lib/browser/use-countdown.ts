import { useEffect, useState } from 'react';

/** Seconds left of a wait, and a way to start it again. */
export function useCountdown(fromSeconds: number): [secondsLeft: number, restart: () => void] {
  const [left, setLeft] = useState(fromSeconds);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [left, () => setLeft(fromSeconds)];
}
