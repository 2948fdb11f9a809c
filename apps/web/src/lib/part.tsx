import { type ComponentType, useState } from 'react';
import type { Pack } from '../messages/messages.ts';
import { Late } from '../ui/late.tsx';
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
    const i18n = useI18n();
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    if (Loaded) return <Loaded {...props} />;
    const loadAll = async () => (await Promise.all([load(), words && i18n.load(words)]))[0];
    return <Late load={loadAll} onCome={(component) => setLoaded(() => component)} onFail={props.onClose} />;
  };
}
