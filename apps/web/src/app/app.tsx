import { RouterProvider } from '@tanstack/react-router';
import { MessagesProvider } from '../lib/i18n/i18n.tsx';
import { RuntimeConfProvider } from '../lib/api/runtime-conf.tsx';
import { NotificationProvider } from '../ui/feedback/notifications.tsx';
import type { AppRouter } from './router.tsx';
import type { RouterContext } from './root-route.ts';

interface AppProps extends RouterContext {
  router: AppRouter;
}

export const App = ({ i18n, conf, router }: AppProps) => (
  <MessagesProvider i18n={i18n}>
    <NotificationProvider>
      <RuntimeConfProvider asked={conf}>
        <RouterProvider router={router} />
      </RuntimeConfProvider>
    </NotificationProvider>
  </MessagesProvider>
);
