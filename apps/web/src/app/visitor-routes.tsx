import { createRoute } from '@tanstack/react-router';
import { followLink, openLink, openRequest, openShares, requireSharing, takeLink, takeRequest } from './guests.ts';
import { lazyPage } from './lazy-page.tsx';
import { loadSendingWords, loadVisitorWords, optional, root, text } from './root-route.ts';
import { PublicLayout } from './public-layout.tsx';

/** Guests have no safe here: nothing in the frame leads to one. */
const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: () => <PublicLayout isForGuests />,
});

/** The page waits for what it shows: what comes later is a reload, and a fault is shown by the page itself. */
const waiting = { gcTime: 0, staleTime: Infinity, pendingMs: 0, pendingMinMs: 0 } as const;

const codeCheck = createRoute({
  ...waiting,
  getParentRoute: () => visitor,
  path: '/public/sharings',
  validateSearch: (search) => ({
    ...optional('token', text(search.token)),
    ...optional('by', text(search.by)),
    ...optional('reason', text(search.reason)),
  }),
  beforeLoad: takeLink,
  loader: async ({ context }) => (await Promise.all([openLink(), loadVisitorWords({ context })]))[0],
  component: lazyPage(() => import('./pages/visitor-pages.tsx'), 'CodeCheckRoute', 'visitor'),
});

/** The links of mails, QR codes and copies: the server alone knows what they are for. */
const link = createRoute({
  ...waiting,
  getParentRoute: () => visitor,
  path: '/p',
  loader: async ({ context, location }) =>
    (await Promise.all([followLink(location.hash), loadVisitorWords({ context })]))[0],
  component: lazyPage(() => import('./pages/visitor-pages.tsx'), 'LinkRoute', 'visitor'),
});

const sharesList = createRoute({
  ...waiting,
  getParentRoute: () => visitor,
  path: '/public/sharings-list',
  validateSearch: (search) => ({
    ...optional('share', text(search.share)),
    ...optional('document', text(search.document)),
  }),
  beforeLoad: requireSharing,
  loader: async ({ context }) => (await Promise.all([openShares(), loadVisitorWords({ context })]))[0],
  component: lazyPage(() => import('./pages/visitor-pages.tsx'), 'SharedRoute', 'visitor'),
});

const expired = createRoute({
  getParentRoute: () => visitor,
  path: '/public/sharings-expired',
  validateSearch: (search) => optional('reason', text(search.reason)),
  loader: loadVisitorWords,
  component: lazyPage(() => import('./pages/visitor-pages.tsx'), 'ExpiredRoute', 'visitor'),
});

const documentRequest = createRoute({
  ...waiting,
  getParentRoute: () => visitor,
  path: '/public/document-requests',
  validateSearch: (search) => optional('token', text(search.token)),
  beforeLoad: takeRequest,
  loader: async ({ context }) => (await Promise.all([openRequest(), loadSendingWords({ context })]))[0],
  component: lazyPage(() => import('./pages/document-request-route.tsx'), 'DocumentRequestRoute', 'sending'),
});

const blockSender = createRoute({
  getParentRoute: () => visitor,
  path: '/public/block-sender',
  loader: loadVisitorWords,
  component: lazyPage(() => import('./pages/block-sender-route.tsx'), 'BlockSenderRoute', 'visitor'),
});

/** The pages of who was given a link, and has no account. */
export const visitorRoutes = visitor.addChildren([link, codeCheck, sharesList, expired, documentRequest, blockSender]);
