import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../lib/document-queries.ts';
import { Select } from '../../ui/select.tsx';

/** Where documents go unless their owner says otherwise. */
export function useOtherCategoryId(): string | undefined {
  return useQuery(categoriesQuery).data?.items.find(({ kind }) => kind === 'other')?.id;
}

export function CategorySelect({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const t = useTranslations('collectors');
  const categories = useQuery(categoriesQuery).data?.items ?? [];
  return (
    <Select
      label={t('category')}
      options={categories.map(({ id, title }) => ({ id, label: title }))}
      value={value}
      onChange={onChange}
      placeholder={t('otherCategory')}
      errorMessage={undefined}
    />
  );
}
