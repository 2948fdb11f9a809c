import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/layout/card.tsx';
import { ContentReading } from './content-reading.tsx';

/** In the account, beside what else the owner agreed to. */
export function ContentReadingCard() {
  const t = useTranslations('contentReading');
  return (
    <Card title={t('title')}>
      <ContentReading />
    </Card>
  );
}
