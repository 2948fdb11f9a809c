import { IconMailOpened, IconPlugConnected, IconShare2 } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { collectorsQuery, needsOwner } from '../../lib/documents/collector-queries.ts';
import { unreadDocuments } from '../../lib/documents/document-queries.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { activeShares } from '../../lib/documents/share-counts.ts';
import { classNames } from '../../ui/buttons/class-names.ts';
import { cardClass } from '../../ui/layout/card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './stats.module.css';

const icon = { size: 23, stroke: 1.6, 'aria-hidden': true } as const;
const tile = classNames(cardClass, css.stat);

export function Stats() {
  const t = useTranslations('home');
  return (
    <nav className={css.stats} aria-label={t('numbers')}>
      <Unread />
      <Shares />
      <Collectors />
    </nav>
  );
}

function Collectors() {
  const t = useTranslations('home');
  const { data, isError } = useQuery(collectorsQuery);
  const count = data?.total;
  const waiting = data?.items.filter(needsOwner).length ?? 0;
  const hint = waiting > 0 ? t('collectorsWaiting', { count: waiting }) : t('collectorsHint');
  return (
    <Link to="/collectors" className={tile}>
      <span className={css.icon}>
        <IconPlugConnected {...icon} />
      </span>
      <span className={css.number}>{count ?? (isError ? '–' : <Skeleton width="1.2em" height=".8em" />)}</span>
      <span className={css.label}>{t('collectors', { count: count ?? 0 })}</span>
      <span className={css.hint}>{data || isError ? hint : '\u00A0'}</span>
    </Link>
  );
}

function Shares() {
  const t = useTranslations('home');
  const { data, isError } = useQuery(activeShares);
  const count = data?.total;
  return (
    <Link to="/shares" className={tile}>
      <span className={css.icon}>
        <IconShare2 {...icon} />
      </span>
      <span className={css.number}>{count ?? (isError ? '–' : <Skeleton width="1.2em" height=".8em" />)}</span>
      <span className={css.label}>{t('activeShares', { count: count ?? 0 })}</span>
      <span className={css.hint}>{t('sharesHint')}</span>
    </Link>
  );
}

function Unread() {
  const t = useTranslations('home');
  const formats = useFormats();
  const { data, isError } = useQuery(unreadDocuments);
  const count = data?.total;
  const newest = data?.items[0];
  const waiting = newest ? t('unreadLatest', { date: formats.dayAndMonth(newest.addedAt) }) : t('unreadNone');
  return (
    <Link to="/documents/{-$folderId}" search={{ unread: 'true' }} className={tile}>
      <span className={css.icon}>
        <IconMailOpened {...icon} />
      </span>
      <span className={css.number}>{count ?? (isError ? '–' : <Skeleton width="1.2em" height=".8em" />)}</span>
      <span className={css.label}>{t('unread', { count: count ?? 0 })}</span>
      <span className={css.hint}>{data ? waiting : '\u00A0'}</span>
    </Link>
  );
}
