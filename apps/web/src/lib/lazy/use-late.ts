import { useEffect, useEffectEvent, useState } from 'react';
import { useOnline, useReturnOnline } from '../browser/use-online.ts';

interface LateCode<Code> {
  code?: Code;
  isFailed: boolean;
  isLoading: boolean;
}

/**
 * Code that a place of the page needs. If it fails to load, it is asked for again once the line is back. `loaded` is the
 * code if it is here already.
 */
export function useLate<Code>(load: () => Promise<Code>, loaded?: Code) {
  const isOnline = useOnline();
  const [late, setLate] = useState<LateCode<Code>>(() =>
    loaded === undefined ? { isFailed: false, isLoading: true } : { code: loaded, isFailed: false, isLoading: false },
  );
  const read = (asked: Promise<Code>) =>
    asked.then(
      (code) => setLate({ code, isFailed: false, isLoading: false }),
      () => setLate({ isFailed: true, isLoading: false }),
    );
  const retry = () => {
    setLate({ ...late, isLoading: true });
    void read(load());
  };
  const start = useEffectEvent(() => late.code === undefined && void read(load()));
  useEffect(() => void start(), []);
  useReturnOnline(() => late.code === undefined && retry());
  return { ...late, isOnline, retry };
}
