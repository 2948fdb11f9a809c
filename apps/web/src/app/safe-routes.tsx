import { createRoute, redirect } from '@tanstack/react-router';
import { readRememberedView } from '../features/documents/state/remembered-view.ts';
import { requireAuth } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import {
  loadAccountWords,
  loadArrangingWords,
  loadCollectingWords,
  loadReadingWords,
  loadSafeWords,
  loadSharingWords,
  loadWords,
  optional,
  root,
  text,
} from './root-route.ts';

const safe = createRoute({
  getParentRoute: () => root,
  id: 'safe',
  beforeLoad: requireAuth,
  loader: loadSafeWords,
  component: lazyPage(() => import('./safe-layout.tsx'), 'SafeLayout', 'safe'),
});

const home = createRoute({
  getParentRoute: () => safe,
  path: '/home',
  component: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
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
    ...optional('origin', text(search.origin)),
    ...optional('unread', text(search.unread)),
    ...optional('from', text(search.from)),
    ...optional('to', text(search.to)),
    ...optional('sort', text(search.sort)),
    ...optional('view', text(search.view)),
    ...optional('document', text(search.document)),
  }),
  beforeLoad: ({ search, params }) => {
    const view = readRememberedView();
    if (search.view !== undefined || view === undefined) return;
    throw redirect({ to: '/documents/{-$folderId}', params, search: { ...search, view }, replace: true });
  },
  component: lazyPage(() => import('./pages/documents-route.tsx'), 'DocumentsRoute'),
});

const shares = createRoute({
  getParentRoute: () => safe,
  path: '/shares',
  validateSearch: (search) => ({ ...optional('view', text(search.view)), ...optional('words', text(search.words)) }),
  loader: loadSharingWords,
  component: lazyPage(() => import('../features/sharing/shares-page.tsx'), 'SharesPage', 'sharing'),
});

const newShare = createRoute({
  getParentRoute: () => safe,
  path: '/shares/new',
  validateSearch: (search) => optional('step', text(search.step)),
  loader: loadSharingWords,
  component: lazyPage(() => import('../features/sharing/create/create-share-page.tsx'), 'CreateSharePage', 'sharing'),
});

const share = createRoute({
  getParentRoute: () => safe,
  path: '/shares/$shareId',
  loader: loadSharingWords,
  component: lazyPage(() => import('../features/sharing/detail/share-page.tsx'), 'SharePage', 'sharing'),
});

const collectors = createRoute({
  getParentRoute: () => safe,
  path: '/collectors',
  validateSearch: (search) => ({
    ...optional('add', text(search.add)),
    ...optional('collector', text(search.collector)),
  }),
  loader: loadCollectingWords,
  component: lazyPage(() => import('../features/collectors/collectors-page.tsx'), 'CollectorsPage', 'collecting'),
});

const payslips = createRoute({
  getParentRoute: () => safe,
  path: '/payslips',
  loader: loadReadingWords,
  component: lazyPage(() => import('../features/documents/payslips/payslips-page.tsx'), 'PayslipsPage', 'reading'),
});

const trash = createRoute({
  getParentRoute: () => safe,
  path: '/trash',
  loader: loadArrangingWords,
  component: lazyPage(() => import('../features/documents/arranging/trash/trash-page.tsx'), 'TrashPage', 'arranging'),
});

const account = createRoute({
  getParentRoute: () => safe,
  path: '/account',
  loader: loadAccountWords,
  component: lazyPage(() => import('./account/account-layout.tsx'), 'AccountLayout', 'account'),
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
  component: lazyPage(() => import('../features/identity/profile-infos.tsx'), 'ProfileInfos'),
});

const safety = createRoute({
  getParentRoute: () => account,
  path: '/safety',
  component: lazyPage(() => import('../features/identity/safety/safety.tsx'), 'Safety'),
});

const accountFranceConnect = createRoute({
  getParentRoute: () => account,
  path: '/france-connect',
  component: lazyPage(() => import('../features/identity/linked-identity.tsx'), 'LinkedIdentity'),
});

const dematerialization = createRoute({
  getParentRoute: () => account,
  path: '/dematerialization',
  component: lazyPage(() => import('../features/activation/delivery/delivery.tsx'), 'Delivery'),
});

const accountSearch = createRoute({
  getParentRoute: () => account,
  path: '/search',
  loader: loadReadingWords,
  component: lazyPage(
    () => import('../features/documents/content-reading/content-reading-card.tsx'),
    'ContentReadingCard',
    'reading',
  ),
});

const journal = createRoute({
  getParentRoute: () => account,
  path: '/journal',
  // Only their names here: what they may hold is for the page's own code to know.
  validateSearch: (search) => ({
    ...optional('kind', text(search.kind)),
    ...optional('from', text(search.from)),
    ...optional('to', text(search.to)),
    ...optional('chapter', text(search.chapter)),
  }),
  component: lazyPage(() => import('../features/identity/journal/journal.tsx'), 'Journal'),
});

/** A flow has the page for itself, without the sections of the account. */
const merge = createRoute({
  getParentRoute: () => safe,
  path: '/account/merge',
  validateSearch: (search) => optional('step', text(search.step)),
  loader: (route) => Promise.all([loadAccountWords(route), loadWords(route)]),
  component: lazyPage(() => import('../features/merge/merge-page.tsx'), 'MergePage', 'account'),
});

const exports_ = createRoute({
  getParentRoute: () => account,
  path: '/export',
  component: lazyPage(() => import('../features/exports/exports-page.tsx'), 'ExportsPage'),
});

/** The pages that need a sign-in. */
export const safeRoutes = safe.addChildren([
  home,
  documents,
  payslips,
  shares,
  newShare,
  share,
  collectors,
  trash,
  merge,
  account.addChildren([
    accountIndex,
    profileInfos,
    safety,
    accountFranceConnect,
    dematerialization,
    accountSearch,
    journal,
    exports_,
  ]),
]);
