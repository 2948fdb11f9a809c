import { IconArrowBarToLeft } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { unreadDocuments } from '../../lib/documents/document-queries.ts';
import { setMenuCollapsed, useMenuCollapsed } from '../../lib/browser/preferences.ts';
import { usePhone } from '../../lib/browser/use-media.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import { destinations } from './destinations.ts';
import { HelpMenu } from './help-menu.tsx';
import css from './side-navigation.module.css';
import { Version } from './version.tsx';

/** Wide on desktops, an icon rail when collapsed and on tablets; phones have tabs instead. */
export function SideNavigation() {
  const t = useTranslations('shell');
  const app = useTranslations('app');
  const isPhone = usePhone();
  return (
    <aside className={css.side}>
      <div className={css.brand}>
        <Logo />
        <span className={css.label}>{app('name')}</span>
      </div>
      <nav aria-label={t('navigation')} className={css.links}>
        {destinations.map(({ name, to, icon: Icon }) => (
          <Link key={name} to={to} className={css.link} title={t(name)}>
            <Icon size={22} stroke={1.75} aria-hidden />
            <span className={css.label}>{t(name)}</span>
            {name === 'documents' && <UnreadCount />}
          </Link>
        ))}
      </nav>
      <div className={css.foot}>
        <HelpMenu className={css.tool} labelClassName={css.label} />
        <CollapseButton />
        {!isPhone && <Version className={css.version} />}
      </div>
    </aside>
  );
}

function UnreadCount() {
  const t = useTranslations('shell');
  const { data } = useQuery(unreadDocuments);
  if (!data?.total) return null;
  return (
    <span className={css.count}>
      <span aria-hidden>{data.total > 99 ? '99+' : data.total}</span>
      <span className="sr">{t('unread', { count: data.total })}</span>
    </span>
  );
}

function CollapseButton() {
  const t = useTranslations('shell');
  const isCollapsed = useMenuCollapsed();
  return (
    <Button
      className={`${css.tool} ${css.collapse}`}
      onPress={() => setMenuCollapsed(!isCollapsed)}
      aria-expanded={!isCollapsed}
    >
      <IconArrowBarToLeft size={20} stroke={1.75} aria-hidden />
      <span className={css.label}>{isCollapsed ? t('expand') : t('collapse')}</span>
    </Button>
  );
}
