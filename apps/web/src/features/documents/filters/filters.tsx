import { documentSort, type DocumentType, documentType } from '@perenne/contract/documents';
import { IconMail, IconSortDescending } from '../../../ui/buttons/icons.ts';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Filter } from './filter.tsx';
import css from './filters.module.css';
import { useListSearch } from '../state/list-search.ts';
import { PeriodFilter } from './period-filter.tsx';
import { ProvenanceFilter } from './provenance-filter.tsx';

/** They say little of a document: last in the list. */
const vagueTypes: readonly DocumentType[] = ['AUDO', 'OTHER'];

/** The filters of the list, and its order. The address holds all of it. */
export function Filters() {
  const t = useTranslations('documents');
  const { search, change } = useListSearch();
  const types = documentType.options
    .map((type) => ({ type, label: t(`types.${type}`), isVague: vagueTypes.includes(type) }))
    .sort((a, b) => Number(a.isVague) - Number(b.isVague) || a.label.localeCompare(b.label));
  return (
    <>
      <Filter
        label={t('type')}
        chosen={search.type}
        chosenLabel={search.type && t(`types.${search.type}`)}
        entries={types.map(({ type, label }) => ({ id: type, label, onAction: () => change({ type }) }))}
        onRemove={() => change({ type: undefined })}
      />
      <ProvenanceFilter />
      <PeriodFilter />
      <Button
        className={css.chip ?? ''}
        aria-pressed={search.unread !== undefined}
        onPress={() => change({ unread: search.unread ? undefined : 'true' })}
      >
        <IconMail size={17} stroke={1.75} aria-hidden />
        {t('unread')}
      </Button>
      <Menu
        label={t('sort')}
        placement="bottom start"
        selectedId={search.sort}
        trigger={
          <Button className={css.plain ?? ''}>
            <IconSortDescending size={18} stroke={1.75} aria-hidden />
            <span className="sr">{t('named', { label: t('sort') })}</span>
            {t(`sorts.${search.sort}`)}
          </Button>
        }
        entries={documentSort.options.map((sort) => ({
          id: sort,
          label: t(`sorts.${sort}`),
          onAction: () => change({ sort }),
        }))}
      />
    </>
  );
}
