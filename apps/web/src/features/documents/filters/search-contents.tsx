import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { makePart } from '../../../lib/lazy/part.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { contentReadingQuery } from '../content-reading/content-reading-query.ts';

/** The agreement to reading, and all that is to be known of it. */
export const ContentReadingDialog = makePart(
  () => import('../content-reading/content-reading-dialog.tsx').then((module) => module.ContentReadingDialog),
  'reading',
);

/** Beside what was found by titles alone: the way to look further. */
export function SearchContents({ onAsk }: { onAsk: () => void }) {
  const t = useTranslations('documents');
  const { data } = useQuery(contentReadingQuery);
  if (data?.accepted !== false) return null;
  return (
    <Button variant="quiet" onPress={onAsk}>
      {t('searchContents')}
    </Button>
  );
}
