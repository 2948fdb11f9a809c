import { useEffect, useEffectEvent, useState } from 'react';
import { useOnline, useReturnOnline } from './use-online.ts';

interface LateCode<Code> {
  code?: Code;
  isFailed: boolean;
  isLoading: boolean;
}

/** Code that a place of the page needs. Where it could not come, it is asked for again once the line is back. */
export function useLate<Code>(load: () => Promise<Code>) {
  const isOnline = useOnline();
  const [late, setLate] = useState<LateCode<Code>>({ isFailed: false, isLoading: true });
  const read = (asked: Promise<Code>) =>
    asked.then(
      (code) => setLate({ code, isFailed: false, isLoading: false }),
      () => setLate({ isFailed: true, isLoading: false }),
    );
  const retry = () => {
    setLate({ ...late, isLoading: true });
    void read(load());
  };
  const start = useEffectEvent(() => void read(load()));
  useEffect(() => start(), []);
  useReturnOnline(() => late.code === undefined && retry());
  return { ...late, isOnline, retry };
}
