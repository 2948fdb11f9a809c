import { IconX } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components/Button';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { Button as TextButton } from '../../../ui/buttons/button.tsx';
import type { DocumentList } from '../state/list-query.ts';
import { type Changes, useListSearch } from '../state/list-search.ts';
import css from './list-summary.module.css';
import { SearchContents } from '../filters/search-contents.tsx';

interface ListSummaryProps {
  list: DocumentList;
  onSearchContents: () => void;
}

/** How many documents the filters leave, those that have no menu of their own, and the way out of them all. */
export function ListSummary({ list: { query, total }, onSearchContents }: ListSummaryProps) {
  const t = useTranslations('documents');
  const { search, isFiltered, clear } = useListSearch();
  const { data: categories } = useQuery(categoriesQuery);
  const category = categories?.items.find(({ id }) => id === search.category);
  const isKnown = query.isSuccess && !query.isPlaceholderData;
  return (
    <div className={isFiltered ? css.summary : undefined}>
      <output className={isFiltered ? css.count : 'sr'}>{isKnown && t('found', { count: total })}</output>
      {search.q && <Chip name={t('words', { words: search.q })} removal={{ q: undefined }} />}
      {category && <Chip name={category.title} removal={{ category: undefined }} />}
      {(category?.kind === 'payslips' || search.type === 'PAYE') && <Link to="/payslips">{t('payslipCalendar')}</Link>}
      {search.q && total > 0 && <SearchContents onAsk={onSearchContents} />}
      {isFiltered && (
        <TextButton variant="quiet" onPress={clear}>
          {t('clearFilters')}
        </TextButton>
      )}
    </div>
  );
}

function Chip({ name, removal }: { name: string; removal: Changes }) {
  const t = useTranslations('documents');
  const { change } = useListSearch();
  return (
    <Button className={css.chip ?? ''} aria-label={t('removeFilter', { name })} onPress={() => change(removal)}>
      <span>{name}</span>
      <IconX size={16} stroke={1.75} aria-hidden />
    </Button>
  );
}
