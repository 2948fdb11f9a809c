import { getProfile } from '@perenne/contract/identity';
import { IconPlus, IconShare2 } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../lib/uploads/add-documents.ts';
import { unreadDocuments } from '../../lib/documents/document-queries.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Hero } from './hero.tsx';
import css from './home.module.css';
import { LastDocuments } from './last-documents.tsx';
import { Recovery } from './recovery.tsx';
import { Renewals, useRenewals } from './renewals.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Stats } from './stats.tsx';
import { StorageCard } from './storage-card.tsx';

export function HomePage() {
  const t = useTranslations('home');
  const addDocuments = useAddDocuments();
  const { data: profile } = useQuery(endpointQuery(getProfile));
  const { papers, isAwaited } = useRenewals();
  return (
    <>
      <PageHeading
        size="large"
        title={profile ? t('hello', { name: profile.firstName }) : t('helloNobody')}
        documentTitle={t('title')}
        subtitle={<News />}
        actions={
          <div className={css.actions}>
            <Link to="/shares/new" className={buttonClass()}>
              <IconShare2 size={19} stroke={1.75} aria-hidden />
              {t('share')}
            </Link>
            <Button variant="primary" onPress={() => addDocuments()}>
              <IconPlus size={19} stroke={2.25} aria-hidden />
              {t('addDocument')}
            </Button>
          </div>
        }
      />
      <Recovery />
      <div className={css.grid}>
        <Hero />
        {!isAwaited && (
          <>
            <StorageCard />
            <Renewals papers={papers} />
            <Stats />
            <LastDocuments />
            <Shortcuts />
          </>
        )}
      </div>
    </>
  );
}

function News() {
  const t = useTranslations('home');
  const { data, isPending, fetchStatus } = useQuery(unreadDocuments);
  if (data) return t('news', { count: data.total });
  return isPending && fetchStatus === 'fetching' ? <Skeleton width="16em" /> : '\u00A0';
}
