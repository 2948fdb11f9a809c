import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import type { I18n } from '../lib/i18n.tsx';
import { Crash } from './crash.tsx';
import { routeTree } from './routes.tsx';

export const makeRouter = (i18n: I18n) =>
  createRouter({
    routeTree,
    context: { i18n },
    // Addresses hold plain words, as people write them: `?q=2026`, not `?q="2026"`.
    parseSearch: parseSearchWith(String),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Crash,
  });

export type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
