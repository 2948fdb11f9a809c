import { createRouter } from '@tanstack/react-router';
import type { I18n } from '../lib/i18n.tsx';
import { Crash } from './crash.tsx';
import { routeTree } from './routes.tsx';

export const makeRouter = (i18n: I18n) =>
  createRouter({
    routeTree,
    context: { i18n },
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
