import { createRoute, redirect } from '@tanstack/react-router';
import { leaveIfSignedIn, ownPath } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { PublicLayout } from './public-layout.tsx';
import { loadWords, optional, root, type RouterContext, text } from './root-route.ts';
import { safeRoutes } from './safe-routes.tsx';
import { visitorRoutes } from './visitor-routes.tsx';

const confWaitMs = 400;
/** The sign-in page says whether this is a demonstration: a moment's wait, so that its form does not move then. */
const waitForConf = async ({ context }: { context: RouterContext }): Promise<void> => {
  await Promise.race([context.conf, new Promise((resolve) => setTimeout(resolve, confWaitMs))]);
};

const toHome = () => {
  throw redirect({ to: '/home', replace: true });
};

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: PublicLayout,
});

const login = createRoute({
  getParentRoute: () => open,
  path: '/login',
  validateSearch: (search) => ({
    ...optional('next', ownPath(search.next)),
    ...optional('reason', text(search.reason)),
  }),
  beforeLoad: leaveIfSignedIn,
  loader: waitForConf,
  // Comes while the answer above does.
  component: lazyPage(() => import('./pages/login-route.tsx'), 'LoginRoute'),
});

const secondFactor = createRoute({
  getParentRoute: () => open,
  path: '/login/second-factor',
  validateSearch: (search) => optional('next', ownPath(search.next)),
  beforeLoad: leaveIfSignedIn,
  loader: loadWords,
  component: lazyPage(() => import('./pages/second-factor-route.tsx'), 'SecondFactorRoute', 'rest'),
});

const changeEmail = createRoute({
  getParentRoute: () => open,
  path: '/change-email',
  validateSearch: (search) => ({ ...optional('next', ownPath(search.next)), ...optional('step', text(search.step)) }),
  beforeLoad: leaveIfSignedIn,
  loader: loadWords,
  component: lazyPage(() => import('./pages/change-email-route.tsx'), 'ChangeEmailRoute', 'rest'),
});

const undoEmailChange = createRoute({
  getParentRoute: () => open,
  path: '/undo-email-change',
  loader: loadWords,
  component: lazyPage(() => import('./pages/undo-email-change-route.tsx'), 'UndoEmailChangeRoute', 'rest'),
});

const undoSecondFactor = createRoute({
  getParentRoute: () => open,
  path: '/undo-second-factor',
  loader: loadWords,
  component: lazyPage(() => import('./pages/undo-second-factor-route.tsx'), 'UndoSecondFactorRoute', 'rest'),
});

const keepSecondFactor = createRoute({
  getParentRoute: () => open,
  path: '/keep-second-factor',
  loader: loadWords,
  component: lazyPage(() => import('./pages/keep-second-factor-route.tsx'), 'KeepSecondFactorRoute', 'rest'),
});

const unlockAccount = createRoute({
  getParentRoute: () => open,
  path: '/unlock-account',
  loader: loadWords,
  component: lazyPage(() => import('./pages/unlock-account-route.tsx'), 'UnlockAccountRoute', 'rest'),
});

const activation = createRoute({
  getParentRoute: () => open,
  path: '/activation',
  validateSearch: (search) => optional('step', text(search.step)),
  loader: loadWords,
  component: lazyPage(() => import('./pages/activation-route.tsx'), 'ActivationRoute', 'rest'),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  beforeLoad: () => {
    throw redirect({ to: '/activation', replace: true });
  },
});

const activationFranceConnect = createRoute({
  getParentRoute: () => open,
  path: '/activation/france-connect',
  validateSearch: (search) => ({ ...optional('sub', text(search.sub)), ...optional('email', text(search.email)) }),
  loader: loadWords,
  component: lazyPage(() => import('./pages/activation-route.tsx'), 'ActivationFranceConnectRoute', 'rest'),
});

const activationMerge = createRoute({
  getParentRoute: () => open,
  path: '/activation/merge-with-france-connect',
  loader: loadWords,
  component: lazyPage(() => import('./pages/activation-route.tsx'), 'ActivationMergeRoute', 'rest'),
});

const franceConnect = createRoute({
  getParentRoute: () => open,
  path: '/france-connect',
  validateSearch: (search) => ({
    ...optional('code', text(search.code)),
    ...optional('state', text(search.state)),
    ...optional('error', text(search.error)),
    ...optional('error_description', text(search.error_description)),
    ...optional('iss', text(search.iss)),
  }),
  loader: loadWords,
  component: lazyPage(() => import('./pages/france-connect-route.tsx'), 'FranceConnectRoute', 'rest'),
});

const resetPassword = createRoute({
  getParentRoute: () => open,
  path: '/reset-password',
  validateSearch: (search) => optional('step', text(search.step)),
  loader: loadWords,
  component: lazyPage(() => import('./pages/reset-password-route.tsx'), 'ResetPasswordRoute', 'rest'),
});

const help = createRoute({
  getParentRoute: () => open,
  path: '/help',
  loader: loadWords,
  component: lazyPage(() => import('./pages/information-pages.tsx'), 'HelpPage', 'rest'),
});

const privacy = createRoute({
  getParentRoute: () => open,
  path: '/privacy',
  loader: loadWords,
  component: lazyPage(() => import('./pages/information-pages.tsx'), 'PrivacyPage', 'rest'),
});

const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  loader: loadWords,
  component: lazyPage(() => import('./pages/information-pages.tsx'), 'TermsPage', 'rest'),
});

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHome });
const unknown = createRoute({ getParentRoute: () => root, path: '/$', beforeLoad: toHome });

export const routeTree = root.addChildren([
  start,
  unknown,
  activate,
  open.addChildren([
    login,
    secondFactor,
    changeEmail,
    undoEmailChange,
    undoSecondFactor,
    keepSecondFactor,
    unlockAccount,
    activation,
    activationFranceConnect,
    activationMerge,
    franceConnect,
    resetPassword,
    help,
    privacy,
    terms,
  ]),
  visitorRoutes,
  safeRoutes,
]);
