import { runtimeConf } from '@perenne/contract/system';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { call } from './call.ts';

type RuntimeConf = Awaited<ReturnType<typeof call<typeof runtimeConf>>>;

const RuntimeConfContext = createContext<RuntimeConf | null>(null);

/** What this installation says of itself; null until it has answered, or when it does not. */
export const useRuntimeConf = () => use(RuntimeConfContext);

/** Asked once a page load; nothing waits for it, and without it nothing is said of a demonstration. */
export function RuntimeConfProvider({ children }: { children: ReactNode }) {
  const [conf, setConf] = useState<RuntimeConf | null>(null);
  useEffect(() => {
    call(runtimeConf).then(setConf, () => setConf(null));
  }, []);
  return <RuntimeConfContext value={conf}>{children}</RuntimeConfContext>;
}
