import { useTranslations } from 'use-intl';
import { PageHeading } from '../../ui/page-heading.tsx';

export function ActivationRoute() {
  const t = useTranslations('activation');
  return <PageHeading title={t('title')} />;
}
