import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function ResetPasswordPage() {
  const t = useTranslations('resetPassword');
  return (
    <>
      <PageHeading title={t('title')} />
      <EmptyState
        icon={<IconKey size={36} stroke={1.5} />}
        title={t('emptyTitle')}
        actions={
          <Link to="/login" className={buttonClass('primary')}>
            {t('toLogin')}
          </Link>
        }
      >
        {t('emptyText')}
      </EmptyState>
    </>
  );
}
