import { createRootRouteWithContext } from '@tanstack/react-router';
import type { I18n } from '../lib/i18n/i18n.tsx';
import type { askRuntimeConf } from '../lib/api/runtime-conf.tsx';
import type { Pack } from '../messages/messages.ts';
import { RootLayout } from './root-layout.tsx';

export interface RouterContext {
  i18n: I18n;
  conf: ReturnType<typeof askRuntimeConf>;
}

/** Words load beside the page's own code. If they do not come, the page says so (`lazyPage`). */
const words =
  (pack: Pack) =>
  ({ context }: { context: RouterContext }): Promise<void> =>
    context.i18n.load(pack).catch(() => undefined);

export const loadSafeWords = words('safe');
export const loadAccountWords = words('account');
export const loadArrangingWords = words('arranging');
export const loadCollectingWords = words('collecting');
export const loadReadingWords = words('reading');
export const loadSharingWords = words('sharing');
export const loadSendingWords = words('sending');
export const loadVisitorWords = words('visitor');
export const loadWords = words('rest');

/** The router reads `1` and `true` in an address as what they look like. */
export const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

/** Always present: what a route leaves out of its search, the router fills in from the address. */
export const optional = <Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } =>
  ({ [name]: value }) as { [Key in Name]?: string };

export const root = createRootRouteWithContext<RouterContext>()({ component: RootLayout });
