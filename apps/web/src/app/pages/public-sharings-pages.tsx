import { IconLinkOff, IconMailOpened, IconShare2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export const PublicSharingsPage = () => <Nothing kind="none" icon={<IconMailOpened size={36} stroke={1.5} />} />;
export const PublicSharingsListPage = () => <Nothing kind="list" icon={<IconShare2 size={36} stroke={1.5} />} />;
export const PublicSharingsExpiredPage = () => <Nothing kind="expired" icon={<IconLinkOff size={36} stroke={1.5} />} />;

function Nothing({ kind, icon }: { kind: 'none' | 'list' | 'expired'; icon: ReactNode }) {
  const t = useTranslations('publicShares');
  return (
    <>
      <PageHeading title={t('title')} />
      <EmptyState
        icon={icon}
        title={t(`${kind}Title`)}
        actions={
          <Link to="/help" className={buttonClass()}>
            {t('about')}
          </Link>
        }
      >
        {t(`${kind}Text`)}
      </EmptyState>
    </>
  );
}
