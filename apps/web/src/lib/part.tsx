import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Pack } from '../messages/messages.ts';
import { useNotify } from '../ui/notifications.tsx';
import { useI18n } from './i18n.tsx';

/**
 * A dialog or a panel whose code comes when it is first drawn. If it cannot come, which happens
 * without a connection, that is told and the part closes: the page around it stays. `words` come with it.
 */
export function makePart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  words?: Pack,
) {
  return function Part(props: Props) {
    const t = useTranslations('network');
    const notify = useNotify();
    const i18n = useI18n();
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const giveUp = useEffectEvent(() => {
      notify({ type: 'error', text: t('unreachable') });
      props.onClose();
    });
    const loadWords = useEffectEvent(() => words && i18n.load(words));
    useEffect(() => {
      let isOver = false;
      const draw = async () => {
        const [component] = await Promise.all([load(), loadWords()]);
        if (!isOver) setLoaded(() => component);
      };
      draw().catch(() => {
        if (!isOver) giveUp();
      });
      return () => {
        isOver = true;
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
