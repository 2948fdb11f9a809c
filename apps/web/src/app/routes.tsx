import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { I18n } from '../lib/i18n.tsx';
import type { askRuntimeConf } from '../lib/runtime-conf.tsx';
import { leaveIfSignedIn, ownPath, requireAuth, requireSharing } from './guards.ts';
import { RootLayout } from './root-layout.tsx';

export interface RouterContext {
  i18n: I18n;
  conf: ReturnType<typeof askRuntimeConf>;
}

/** Words load beside the page's own code. */
const loadSafeWords = ({ context }: { context: RouterContext }) => context.i18n.load('safe');
const loadWords = ({ context }: { context: RouterContext }) => context.i18n.load('rest');

/** The router reads `1` and `true` in an address as what they look like. */
const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

const confWaitMs = 400;
/** The sign-in page says whether this is a demonstration: a moment's wait, so that its form does not move then. */
const waitForConf = async ({ context }: { context: RouterContext }): Promise<void> => {
  await Promise.race([context.conf, new Promise((resolve) => setTimeout(resolve, confWaitMs))]);
};

const optional = <Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };

const toHome = () => {
  throw redirect({ to: '/home', replace: true });
};

const root = createRootRouteWithContext<RouterContext>()({ component: RootLayout });

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('./public-layout.tsx'), 'PublicLayout'),
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
  component: lazyRouteComponent(() => import('./pages/login-route.tsx'), 'LoginRoute'),
});

const activation = createRoute({
  getParentRoute: () => open,
  path: '/activation',
  validateSearch: (search) => optional('step', text(search.step)),
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/activation-route.tsx'), 'ActivationRoute'),
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
  component: lazyRouteComponent(() => import('./pages/federation-pages.tsx'), 'ActivationFranceConnectPage'),
});

const activationMerge = createRoute({
  getParentRoute: () => open,
  path: '/activation/merge-with-france-connect',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/federation-pages.tsx'), 'ActivationMergePage'),
});

const franceConnect = createRoute({
  getParentRoute: () => open,
  path: '/france-connect',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/federation-pages.tsx'), 'FranceConnectPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => open,
  path: '/reset-password',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const publicSharings = createRoute({
  getParentRoute: () => open,
  path: '/public/sharings',
  validateSearch: (search) => optional('token', text(search.token)),
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/public-sharings-pages.tsx'), 'PublicSharingsPage'),
});

const publicSharingsList = createRoute({
  getParentRoute: () => open,
  path: '/public/sharings-list',
  beforeLoad: requireSharing,
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/public-sharings-pages.tsx'), 'PublicSharingsListPage'),
});

const publicSharingsExpired = createRoute({
  getParentRoute: () => open,
  path: '/public/sharings-expired',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/public-sharings-pages.tsx'), 'PublicSharingsExpiredPage'),
});

const help = createRoute({
  getParentRoute: () => open,
  path: '/help',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/information-pages.tsx'), 'HelpPage'),
});

const privacy = createRoute({
  getParentRoute: () => open,
  path: '/privacy',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/information-pages.tsx'), 'PrivacyPage'),
});

const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/information-pages.tsx'), 'TermsPage'),
});

const safe = createRoute({
  getParentRoute: () => root,
  id: 'safe',
  beforeLoad: requireAuth,
  loader: loadSafeWords,
  component: lazyRouteComponent(() => import('./safe-layout.tsx'), 'SafeLayout'),
});

const home = createRoute({
  getParentRoute: () => safe,
  path: '/home',
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
});

const documents = createRoute({
  getParentRoute: () => safe,
  path: '/documents/{-$folderId}',
  // Only their names here: what they may hold is for the page's own code to know.
  validateSearch: (search) => ({
    ...optional('q', text(search.q)),
    ...optional('category', text(search.category)),
    ...optional('type', text(search.type)),
    ...optional('by', text(search.by)),
    ...optional('unread', text(search.unread)),
    ...optional('from', text(search.from)),
    ...optional('to', text(search.to)),
    ...optional('sort', text(search.sort)),
    ...optional('document', text(search.document)),
  }),
  component: lazyRouteComponent(() => import('./pages/documents-route.tsx'), 'DocumentsRoute'),
});

const shares = createRoute({
  getParentRoute: () => safe,
  path: '/shares',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/safe-pages.tsx'), 'SharesPage'),
});

const collectors = createRoute({
  getParentRoute: () => safe,
  path: '/collectors',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/safe-pages.tsx'), 'CollectorsPage'),
});

const trash = createRoute({
  getParentRoute: () => safe,
  path: '/trash',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./pages/safe-pages.tsx'), 'TrashPage'),
});

const account = createRoute({
  getParentRoute: () => safe,
  path: '/account',
  loader: loadWords,
  component: lazyRouteComponent(() => import('./account/account-layout.tsx'), 'AccountLayout'),
});

const accountIndex = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile-infos', replace: true });
  },
});

const profileInfos = createRoute({
  getParentRoute: () => account,
  path: '/profile-infos',
  component: lazyRouteComponent(() => import('../features/identity/profile-infos.tsx'), 'ProfileInfos'),
});

const safety = createRoute({
  getParentRoute: () => account,
  path: '/safety',
  component: lazyRouteComponent(() => import('./account/account-sections.tsx'), 'Safety'),
});

const accountFranceConnect = createRoute({
  getParentRoute: () => account,
  path: '/france-connect',
  component: lazyRouteComponent(() => import('./account/account-sections.tsx'), 'FranceConnect'),
});

const dematerialization = createRoute({
  getParentRoute: () => account,
  path: '/dematerialization',
  component: lazyRouteComponent(() => import('./account/account-sections.tsx'), 'Dematerialization'),
});

const merge = createRoute({
  getParentRoute: () => account,
  path: '/merge',
  component: lazyRouteComponent(() => import('./account/account-sections.tsx'), 'Merge'),
});

const exports_ = createRoute({
  getParentRoute: () => account,
  path: '/export',
  component: lazyRouteComponent(() => import('./account/account-sections.tsx'), 'Export'),
});

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHome });
const unknown = createRoute({ getParentRoute: () => root, path: '/$', beforeLoad: toHome });

export const routeTree = root.addChildren([
  start,
  unknown,
  activate,
  open.addChildren([
    login,
    activation,
    activationFranceConnect,
    activationMerge,
    franceConnect,
    resetPassword,
    publicSharings,
    publicSharingsList,
    publicSharingsExpired,
    help,
    privacy,
    terms,
  ]),
  safe.addChildren([
    home,
    documents,
    shares,
    collectors,
    trash,
    account.addChildren([accountIndex, profileInfos, safety, accountFranceConnect, dematerialization, merge, exports_]),
  ]),
]);
