import {
  IconFolder,
  IconHelpCircle,
  IconHome,
  IconLanguage,
  IconLayoutGrid,
  IconPlugConnected,
  IconPlus,
  IconSearch,
  IconShare2,
  IconShieldLock,
  IconTrash,
  IconUserCircle,
} from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useLocale, useTranslations } from 'use-intl';
import { type AddDocumentsTarget, useAddDocuments } from '../../lib/uploads/add-documents.ts';
import { unreadDocuments } from '../../lib/documents/document-queries.ts';
import { useI18n } from '../../lib/i18n/i18n.tsx';
import { classNames } from '../../ui/buttons/class-names.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { useAskHelp } from '../support/support.tsx';
import css from './bottom-tabs.module.css';

const tab = { size: 23, stroke: 1.75, 'aria-hidden': true } as const;
const item = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** The navigation of phones: four destinations around the one action that matters. */
export function BottomTabs() {
  const t = useTranslations('shell');
  const addDocuments = useAddDocuments();
  const shown = useShownPlace();
  const { data: unread } = useQuery(unreadDocuments);
  return (
    <nav aria-label={t('navigation')} className={css.tabs}>
      <Link to="/home" className={css.tab}>
        <IconHome {...tab} />
        {t('home')}
      </Link>
      <Link to="/documents/{-$folderId}" className={css.tab}>
        <IconFolder {...tab} />
        {t('documents')}
        {unread !== undefined && unread.total > 0 && (
          <span className={css.dot}>
            <span className="sr">{t('unread', { count: unread.total })}</span>
          </span>
        )}
      </Link>
      <Button className={classNames(css.tab, css.add)} onPress={() => addDocuments(shown)}>
        <span>
          <IconPlus size={22} stroke={2.25} aria-hidden />
        </span>
        {t('add')}
      </Button>
      <Link to="/shares" className={css.tab}>
        <IconShare2 {...tab} />
        {t('shares')}
      </Link>
      <MoreMenu />
    </nav>
  );
}

/** The folder or the category that the page shows: it receives what is added from here. */
function useShownPlace(): AddDocumentsTarget {
  const { folderId } = useParams({ strict: false });
  const { category } = useSearch({ strict: false });
  if (folderId !== undefined) return { folderId };
  return category === undefined ? {} : { categoryId: category };
}

function MoreMenu() {
  const t = useTranslations('shell');
  const app = useTranslations('app');
  const network = useTranslations('network');
  const navigate = useNavigate();
  const askHelp = useAskHelp();
  const opener = useRef<HTMLButtonElement>(null);
  const i18n = useI18n();
  const notify = useNotify();
  const other = useLocale() === 'fr' ? 'en' : 'fr';
  const changeLanguage = () => {
    i18n.setLocale(other).catch(() => notify({ type: 'error', text: network('unreachable') }));
  };
  const go = (to: '/collectors' | '/trash' | '/account/profile-infos' | '/help' | '/privacy') => () =>
    void navigate({ to });
  return (
    <Menu
      label={t('more')}
      placement="top end"
      trigger={
        <Button ref={opener} className={css.tab ?? ''}>
          <IconLayoutGrid {...tab} />
          {t('more')}
        </Button>
      }
      entries={[
        {
          id: 'collectors',
          label: t('collectors'),
          icon: <IconPlugConnected {...item} />,
          onAction: go('/collectors'),
        },
        { id: 'trash', label: t('trash'), icon: <IconTrash {...item} />, onAction: go('/trash') },
        {
          id: 'account',
          label: t('accountMenu'),
          icon: <IconUserCircle {...item} />,
          onAction: go('/account/profile-infos'),
        },
        {
          id: 'ask',
          label: t('askHelp'),
          icon: <IconSearch {...item} />,
          onAction: () => askHelp(opener.current),
        },
        { id: 'help', label: t('onlineHelp'), icon: <IconHelpCircle {...item} />, onAction: go('/help') },
        { id: 'privacy', label: t('privacy'), icon: <IconShieldLock {...item} />, onAction: go('/privacy') },
        { id: 'language', label: app('language'), icon: <IconLanguage {...item} />, onAction: changeLanguage },
      ]}
    />
  );
}
