import { RouterProvider } from '@tanstack/react-router';
import { type I18n, MessagesProvider } from '../lib/i18n.tsx';
import { RuntimeConfProvider } from '../lib/runtime-conf.tsx';
import { NotificationProvider } from '../ui/notifications.tsx';
import type { AppRouter } from './router.tsx';

export const App = ({ i18n, router }: { i18n: I18n; router: AppRouter }) => (
  <MessagesProvider i18n={i18n}>
    <NotificationProvider>
      <RuntimeConfProvider>
        <RouterProvider router={router} />
      </RuntimeConfProvider>
    </NotificationProvider>
  </MessagesProvider>
);
