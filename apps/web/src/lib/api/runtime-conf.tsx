import type { runtimeConf } from '@perenne/contract/system';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Answer } from '@perenne/contract/endpoint';
import { request } from './call.ts';

type RuntimeConf = Answer<typeof runtimeConf>;

/** The contract's declaration without its schemas, which would weigh on the first page. */
const runtimeConfCall = {
  id: 'runtimeConf',
  method: 'GET',
  path: '/runtime_conf.json',
  token: 'none',
  summary: '',
  errors: [],
} as const;
runtimeConfCall satisfies Record<'summary' | 'errors', unknown> &
  Pick<typeof runtimeConf, 'id' | 'method' | 'path' | 'token'>;

const askConf = async () => (await (await request(runtimeConfCall)).json()) as RuntimeConf;

const RuntimeConfContext = createContext<RuntimeConf | null>(null);

/** This installation's facts of itself; null until it has answered, or when it does not. */
export const useRuntimeConf = () => use(RuntimeConfContext);

/** Asked as soon as the page starts; without an answer, nothing is said of a demonstration. */
export const askRuntimeConf = (): Promise<RuntimeConf | null> => askConf().catch(() => null);

interface RuntimeConfProviderProps {
  asked: Promise<RuntimeConf | null>;
  children: ReactNode;
}

export function RuntimeConfProvider({ asked, children }: RuntimeConfProviderProps) {
  const [conf, setConf] = useState<RuntimeConf | null>(null);
  useEffect(() => {
    void asked.then(setConf);
  }, [asked]);
  return <RuntimeConfContext value={conf}>{children}</RuntimeConfContext>;
}
