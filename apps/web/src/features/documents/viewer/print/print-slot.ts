import { createContext, use, useEffect, useEffectEvent } from 'react';

export type Print = () => Promise<void>;

/** The shown content says here how it is printed. */
export const PrintSlotContext = createContext<(print: Print | undefined) => void>(() => {});

/** While this is on the screen, the viewer prints it so. */
export function usePrintable(print: Print, isReady = true): void {
  const register = use(PrintSlotContext);
  const run = useEffectEvent(print);
  useEffect(() => {
    if (!isReady) return;
    register(() => run());
    return () => register(undefined);
  }, [register, isReady]);
}
