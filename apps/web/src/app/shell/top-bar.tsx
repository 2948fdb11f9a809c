import { useTranslations } from 'use-intl';
import { Logo } from '../../ui/brand/logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '../preferences-controls.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SearchBox } from './search-box.tsx';
import css from './top-bar.module.css';

export function TopBar() {
  const app = useTranslations('app');
  return (
    <header className={css.bar}>
      <div className={css.brand}>
        <Logo />
        {app('name')}
      </div>
      <SearchBox className={css.search} />
      <div className={css.controls}>
        <LanguageSwitch className={css.language} />
        <ThemeSwitch />
        <AccountMenu />
      </div>
    </header>
  );
}
