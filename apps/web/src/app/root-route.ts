import { createRootRouteWithContext } from '@tanstack/react-router';
import type { I18n } from '../lib/i18n.tsx';
import type { askRuntimeConf } from '../lib/runtime-conf.tsx';
import { RootLayout } from './root-layout.tsx';

export interface RouterContext {
  i18n: I18n;
  conf: ReturnType<typeof askRuntimeConf>;
}

/** Words load beside the page's own code. */
export const loadSafeWords = ({ context }: { context: RouterContext }) => context.i18n.load('safe');
export const loadAccountWords = ({ context }: { context: RouterContext }) => context.i18n.load('account');
export const loadArrangingWords = ({ context }: { context: RouterContext }) => context.i18n.load('arranging');
export const loadReadingWords = ({ context }: { context: RouterContext }) => context.i18n.load('reading');
export const loadSharingWords = ({ context }: { context: RouterContext }) => context.i18n.load('sharing');
export const loadSendingWords = ({ context }: { context: RouterContext }) => context.i18n.load('sending');
export const loadVisitorWords = ({ context }: { context: RouterContext }) => context.i18n.load('visitor');
export const loadWords = ({ context }: { context: RouterContext }) => context.i18n.load('rest');

/** The router reads `1` and `true` in an address as what they look like. */
export const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

/** Always present: what a route leaves out of its search, the router fills in as it stands in the address. */
export const optional = <Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } =>
  ({ [name]: value }) as { [Key in Name]?: string };

export const root = createRootRouteWithContext<RouterContext>()({ component: RootLayout });
