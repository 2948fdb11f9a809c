import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sessionEvents } from '../lib/api/call.ts';
import { onTokensChangedElsewhere } from '../lib/api/tokens.ts';
import { useOnline } from '../lib/browser/use-online.ts';
import { OfflineBanner } from '../ui/feedback/offline-banner.tsx';
import css from './root-layout.module.css';

export function RootLayout() {
  const t = useTranslations('app');
  const isOnline = useOnline();
  useSessionEnd();
  return (
    <>
      <a href="#main" className={css.skip}>
        {t('skip')}
      </a>
      <OfflineBanner isOffline={!isOnline} />
      <RouteAnnouncer />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}

/** The guards run again when a token is gone: refused by the server, or removed by another tab. */
function useSessionEnd() {
  const router = useRouter();
  useEffect(() => {
    const onEnded = () => {
      const { href: next, pathname } = router.state.location;
      // On its way there already: what the page still asked for is refused too.
      if (pathname === '/login') return;
      void router.navigate({ to: '/login', search: { next, reason: 'AuthTokenNotValid' }, replace: true });
    };
    sessionEvents.addEventListener('ended', onEnded);
    const stop = onTokensChangedElsewhere(() => {
      // A visitor's list goes on with what it shows, and announces another visit itself.
      if (router.state.location.pathname !== '/public/sharings-list') void router.invalidate();
    });
    return () => {
      sessionEvents.removeEventListener('ended', onEnded);
      stop();
    };
  }, [router]);
}

/** After a navigation, the new page's heading takes the focus and its title is read out. */
function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // The page's <title> is committed with the page; one frame later it is there.
        requestAnimationFrame(() => {
          const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('main');
          target?.focus({ preventScroll: true });
          setTitle(document.title);
        });
      }),
    [router],
  );
  return <output className="sr">{title}</output>;
}
