import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useLate } from '../../lib/lazy/use-late.ts';
import css from './late.module.css';
import { useNotify } from '../feedback/notifications.tsx';
import { Spinner } from '../feedback/spinner.tsx';

interface LateProps<Code> {
  load: () => Promise<Code>;
  onCome: (code: Code) => void;
  onFail: () => void;
}

/**
 * Waits for code that is loaded when it is needed, and shows that it waits if this takes long. If the code fails to
 * load, it notifies the user and the page stays as it is; a part that its owner keeps is loaded once the line is back.
 */
export function Late<Code>({ load, onCome, onFail }: LateProps<Code>) {
  const t = useTranslations('network');
  const notify = useNotify();
  const { code, isFailed, isLoading } = useLate(load);
  const come = useEffectEvent(onCome);
  const giveUp = useEffectEvent(() => {
    notify({ type: 'error', text: t('unreachable') });
    onFail();
  });
  useEffect(() => {
    if (code !== undefined) come(code);
    else if (isFailed) giveUp();
  }, [code, isFailed]);
  return isLoading && <Waiting />;
}

/** Code is nearly always here sooner. */
const noticeableMs = 300;

/** It is empty at first: a screen reader reads out what is added to a status, and not a status that is added. */
function Waiting() {
  const t = useTranslations('app');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), noticeableMs);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    // A dialog hides all of the page from screen readers but its top layer.
    <output className={css.waiting} data-react-aria-top-layer="true">
      {isLong && (
        <span className={css.words}>
          <Spinner isSmall />
          {t('loading')}
        </span>
      )}
    </output>,
    document.body,
  );
}
