import { type ComponentType, type ReactNode, useState } from 'react';
import type { Pack } from '../../messages/messages.ts';
import { Late } from '../../ui/lazy/late.tsx';
import { useI18n } from '../i18n/i18n.tsx';

/**
 * A dialog or a panel whose code is loaded when it is first drawn, and its `words` with it. If they fail to load, as
 * without a connection, the user is notified and the part closes: the page around it stays. `meanwhile` is what the
 * part takes the place of.
 */
export function makePart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  words?: Pack,
) {
  return function Part(props: Props & { meanwhile?: ReactNode }) {
    const i18n = useI18n();
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    if (Loaded) return <Loaded {...props} />;
    const loadAll = async () => (await Promise.all([load(), words && i18n.load(words)]))[0];
    return (
      <>
        {props.meanwhile}
        <Late load={loadAll} onCome={(component) => setLoaded(() => component)} onFail={props.onClose} />
      </>
    );
  };
}
