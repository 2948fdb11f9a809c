import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { hasToken } from '../../lib/api/tokens.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { useAppState } from '../app-actor.tsx';
import css from './account-layout.module.css';

const sections = [
  { name: 'profileInfos', to: '/account/profile-infos' },
  { name: 'safety', to: '/account/safety' },
  { name: 'franceConnect', to: '/account/france-connect' },
  { name: 'dematerialization', to: '/account/dematerialization' },
  { name: 'search', to: '/account/search' },
  { name: 'journal', to: '/account/journal' },
  { name: 'merge', to: '/account/merge' },
  { name: 'export', to: '/account/export' },
] as const;

export function AccountLayout() {
  const t = useTranslations('account');
  const { canSelectAgreement } = useAppState();
  const isShown = {
    franceConnect: hasToken('franceConnectToken') || hasToken('notActivatedFcUserToken'),
    dematerialization: canSelectAgreement,
  };
  const shown = sections.filter(({ name }) => (name in isShown ? isShown[name as keyof typeof isShown] : true));
  const { pathname } = useLocation();
  const current = shown.find(({ to }) => to === pathname);
  const sectionsRef = useRef<HTMLElement>(null);
  const path = current?.to;
  const count = shown.length;
  useEffect(() => {
    // On phones the sections are a row that scrolls: the current one is in sight, also once a late answer adds another.
    const active = count > 0 && sectionsRef.current?.querySelector(`[href="${path}"]`);
    if (active) active.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path, count]);
  return (
    <>
      <PageHeading title={t('title')} {...(current ? { documentTitle: t(current.name) } : {})} />
      <div className={css.layout}>
        <nav ref={sectionsRef} aria-label={t('sections')} className={css.sections}>
          {shown.map(({ name, to }) => (
            <Link key={name} to={to} className={css.section} resetScroll={false}>
              {t(name)}
            </Link>
          ))}
        </nav>
        <div className={css.content}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </>
  );
}
