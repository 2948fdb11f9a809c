import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useEarlyFrameEnd } from '../ui/styles/early-frame.ts';
import { Logo } from '../ui/brand/logo.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences-controls.tsx';
import css from './public-layout.module.css';

/** The frame of the pages that need no sign-in; for guests, whose safe is not here, its name leads nowhere. */
export function PublicLayout({ isForGuests = false }: { isForGuests?: boolean }) {
  const t = useTranslations('app');
  useEarlyFrameEnd();
  const name = (
    <>
      <Logo />
      {t('name')}
    </>
  );
  return (
    <div className={css.frame}>
      <header className={css.top}>
        {isForGuests ? (
          <span className={css.brand}>{name}</span>
        ) : (
          <Link to="/home" className={css.brand}>
            {name}
          </Link>
        )}
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <footer className={css.foot}>
        <Link to="/help">{t('help')}</Link>
        <Link to="/privacy">{t('privacy')}</Link>
      </footer>
    </div>
  );
}
