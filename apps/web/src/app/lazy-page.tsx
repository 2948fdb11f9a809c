import type { ComponentType } from 'react';
import { useI18n } from '../lib/i18n/i18n.tsx';
import { useLate } from '../lib/lazy/use-late.ts';
import type { Pack } from '../messages/messages.ts';
import { FailedPage } from './crash.tsx';
import { reloadIfRenewed } from './reload-if-renewed.ts';

type Module<Name extends string> = Record<Name, ComponentType>;

/**
 * The component of a route, in a file that comes with the first visit. If its code or its words fail to load, the page
 * shows an error with a retry.
 */
export function lazyPage<Name extends string>(load: () => Promise<Module<Name>>, name: Name, words?: Pack) {
  let Loaded: ComponentType | undefined;
  const read = async () => (Loaded ??= (await load())[name]);
  function LazyPage() {
    const i18n = useI18n();
    const readAll = () => Promise.all([read(), words && i18n.load(words)]).then(([page]) => page);
    const hasAll = !words || i18n.has(words);
    // One element in one place, loaded or not: a page drawn elsewhere later would be mounted anew, and lose its state.
    const readOrReload = () => readAll().catch((error: unknown) => reloadIfRenewed(name, error));
    const late = useLate(readOrReload, hasAll ? Loaded : undefined);
    if (late.code) return <late.code />;
    return late.isFailed && <FailedPage isRetrying={late.isLoading} onRetry={late.retry} />;
  }
  /** The router awaits it before it shows the page. */
  LazyPage.preload = async () => void (await read().catch(() => undefined));
  return LazyPage;
}
