import type { ComponentType } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { useLate } from '../lib/use-late.ts';
import type { Pack } from '../messages/messages.ts';
import { FailedPage } from './crash.tsx';
import { reloadIfRenewed } from './reload-if-renewed.ts';

type Module<Name extends string> = Record<Name, ComponentType>;

/**
 * The component of a route, in a file that comes with the first visit. Where it does not come, or the words that the
 * route loads for it, that is told in its place, and asked for again.
 */
export function lazyPage<Name extends string>(load: () => Promise<Module<Name>>, name: Name, words?: Pack) {
  let Page: ComponentType | undefined;
  const read = async () => (Page ??= (await load())[name]);
  function LazyPage() {
    const i18n = useI18n();
    if (Page && (!words || i18n.has(words))) return <Page />;
    const readAll = () => Promise.all([read(), words && i18n.load(words)]).then(([page]) => page);
    return <LatePage load={() => readAll().catch((error: unknown) => reloadIfRenewed(name, error))} />;
  }
  /** The router awaits it before it shows the page. */
  LazyPage.preload = async () => void (await read().catch(() => undefined));
  return LazyPage;
}

function LatePage({ load }: { load: () => Promise<ComponentType> }) {
  const { code: Page, isFailed, isLoading, retry } = useLate(load);
  if (Page) return <Page />;
  return isFailed && <FailedPage isRetrying={isLoading} onRetry={retry} />;
}
