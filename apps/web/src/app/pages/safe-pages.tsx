import { IconPlugConnected } from '../../ui/icons.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export const CollectorsPage = () => <EmptyPage name="collectors" icon={<IconPlugConnected size={36} stroke={1.5} />} />;

function EmptyPage({ name, icon }: { name: 'collectors'; icon: ReactNode }) {
  const t = useTranslations(name);
  return (
    <>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      <EmptyState
        icon={icon}
        title={t('emptyTitle')}
        actions={
          <Link to="/documents/{-$folderId}" className={buttonClass()}>
            {t('toDocuments')}
          </Link>
        }
      >
        {t('emptyText')}
      </EmptyState>
    </>
  );
}
