import { IconFolder } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../lib/add-documents.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function DocumentsRoute() {
  const t = useTranslations('home');
  const shell = useTranslations('shell');
  const add = useAddDocuments();
  return (
    <>
      <PageHeading title={shell('documents')} />
      <EmptyState
        icon={<IconFolder size={36} stroke={1.5} />}
        title={t('lastEmpty')}
        actions={<Button onPress={() => add()}>{t('addDocument')}</Button>}
      >
        {t('lastEmptyText')}
      </EmptyState>
    </>
  );
}
