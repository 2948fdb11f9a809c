import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import type { Print } from './print/print-slot.ts';

export interface Printing {
  /** Undefined while nothing can be printed. */
  start: (() => void) | undefined;
  isPending: boolean;
  register: (print: Print | undefined) => void;
}

/** The printing of what the viewer shows, in the way that it registers. */
export function usePrint(): Printing {
  const t = useTranslations('viewer');
  const notify = useNotify();
  const [print, setPrint] = useState<{ run: Print }>();
  const [isPending, setPending] = useState(false);
  const [register] = useState(() => (run: Print | undefined) => setPrint(run && { run }));
  const start = async () => {
    setPending(true);
    try {
      await print?.run();
    } catch {
      notify({ type: 'error', text: t('printFailed') });
    }
    setPending(false);
  };
  return { start: print && (() => void start()), isPending, register };
}
