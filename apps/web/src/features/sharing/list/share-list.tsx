import { IconHourglassOff, IconSearchOff, IconShare2 } from '../../../ui/buttons/icons.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PagedList } from '../paged-list.tsx';
import { sharesQuery } from '../share-queries.ts';
import { ShareRow } from './share-row.tsx';

interface ShareListProps {
  status: 'active' | 'expired';
  words: string;
}

export function ShareList({ status, words }: ShareListProps) {
  const t = useTranslations('shares');
  const query = useInfiniteQuery(sharesQuery({ status, q: words || undefined }));
  return (
    <PagedList
      query={query}
      caption={t('caption')}
      shown={(count) => t('shown', count)}
      moreLabel={t('more')}
      empty={words ? <NoMatch /> : status === 'active' ? <NoActive /> : <NoExpired />}
    >
      {(share) => <ShareRow key={share.id} share={share} />}
    </PagedList>
  );
}

function NoMatch() {
  const t = useTranslations('shares');
  return (
    <EmptyState icon={<IconSearchOff size={36} stroke={1.5} />} title={t('noMatchTitle')}>
      {t('noMatchText')}
    </EmptyState>
  );
}

function NoActive() {
  const t = useTranslations('shares');
  return (
    <EmptyState
      icon={<IconShare2 size={36} stroke={1.5} />}
      title={t('emptyTitle')}
      actions={
        <Link to="/shares/new" className={buttonClass()}>
          {t('create')}
        </Link>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
}

function NoExpired() {
  const t = useTranslations('shares');
  return (
    <EmptyState icon={<IconHourglassOff size={36} stroke={1.5} />} title={t('noneExpiredTitle')}>
      {t('noneExpiredText')}
    </EmptyState>
  );
}
