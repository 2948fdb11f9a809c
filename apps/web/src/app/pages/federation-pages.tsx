import { IconFingerprint, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function FranceConnectPage() {
  const t = useTranslations('federation');
  return (
    <>
      <PageHeading title={t('title')} />
      <EmptyState
        icon={<IconFingerprint size={36} stroke={1.5} />}
        title={t('failedTitle')}
        actions={
          <Link to="/login" className={buttonClass('primary')}>
            {t('toLogin')}
          </Link>
        }
      >
        {t('failedText')}
      </EmptyState>
    </>
  );
}

export const ActivationFranceConnectPage = () => <NoMerge />;
export const ActivationMergePage = () => <NoMerge />;

function NoMerge() {
  const t = useTranslations('federation');
  return (
    <>
      <PageHeading title={t('title')} />
      <EmptyState
        icon={<IconUsersGroup size={36} stroke={1.5} />}
        title={t('mergeTitle')}
        actions={
          <Link to="/activation" className={buttonClass('primary')}>
            {t('toActivation')}
          </Link>
        }
      >
        {t('mergeText')}
      </EmptyState>
    </>
  );
}
