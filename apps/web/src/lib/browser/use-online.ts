import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Calls once the line is back, each time. */
export function useReturnOnline(onReturn: () => void): void {
  const call = useEffectEvent(onReturn);
  useEffect(() => {
    const listener = () => call();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
