import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useNotify } from './notifications.tsx';

interface LateProps<Code> {
  load: () => Promise<Code>;
  onCome: (code: Code) => void;
  onFail: () => void;
}

/** Waits for code that comes when it is needed. If it cannot come, that is told, and the page stays as it is. */
export function Late<Code>({ load, onCome, onFail }: LateProps<Code>) {
  const t = useTranslations('network');
  const notify = useNotify();
  const start = useEffectEvent(load);
  const come = useEffectEvent(onCome);
  const giveUp = useEffectEvent(() => {
    notify({ type: 'error', text: t('unreachable') });
    onFail();
  });
  useEffect(() => {
    let isOver = false;
    start().then(
      (code) => !isOver && come(code),
      () => !isOver && giveUp(),
    );
    return () => {
      isOver = true;
    };
  }, []);
  return null;
}
