import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { Crash } from './crash.tsx';
import type { RouterContext } from './root-route.ts';
import { routeTree } from './routes.tsx';

export const makeRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
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
