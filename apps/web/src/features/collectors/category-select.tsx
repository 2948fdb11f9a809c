import type { Agent } from '@perenne/contract/collectors';
import type { Category } from '@perenne/contract/places';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../lib/documents/document-queries.ts';
import { Select } from '../../ui/fields/select.tsx';

type Kind = Category['kind'];

/** The category of documents unless their owner says otherwise: the first of these that the safe has. */
export function useCategoryOf(...kinds: Kind[]): string | undefined {
  const categories = useQuery(categoriesQuery).data?.items ?? [];
  return kinds.map((kind) => categories.find((category) => category.kind === kind)?.id).find((id) => id !== undefined);
}

/** Files of a folder may be anything. Others send what they want to be paid for: so do the senders whose mails an owner names. */
export const usualKinds = ({ category }: Pick<Agent, 'category'>): Kind[] => {
  if (category === 'BANK' || category === 'INSURANCE') return ['bank', 'other'];
  return category === 'STORAGE' || category === 'OTHER' ? ['other'] : ['invoices', 'other'];
};

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
