import { IconFileExport } from '../../ui/icons.ts';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const icon = { size: 36, stroke: 1.5 } as const;

export function Export() {
  const t = useTranslations('account');
  return (
    <Card title={t('export')}>
      <EmptyState icon={<IconFileExport {...icon} />} title={t('exportEmpty')} level={3}>
        {t('exportText')}
      </EmptyState>
    </Card>
  );
}
