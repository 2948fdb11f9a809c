import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNotify } from '../ui/notifications.tsx';

/**
 * A dialog or a panel whose code comes when it is first drawn. If it cannot come, which happens
 * without a connection, that is told and the part closes: the page around it stays.
 */
export function makePart<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function Part(props: Props) {
    const t = useTranslations('network');
    const notify = useNotify();
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const giveUp = useEffectEvent(() => {
      notify({ type: 'error', text: t('unreachable') });
      props.onClose();
    });
    useEffect(() => {
      let isOver = false;
      const draw = async () => {
        const component = await load();
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
