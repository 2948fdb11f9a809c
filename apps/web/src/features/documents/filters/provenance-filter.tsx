import { addedBy } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { collectorsQuery } from '../../../lib/documents/collector-queries.ts';
import { useListSearch } from '../state/list-search.ts';
import { Filter } from './filter.tsx';

/** Filters by the kind of people or programs that added documents, or by the one collector that a link has led from. */
export function ProvenanceFilter() {
  const t = useTranslations('documents');
  const { search, change } = useListSearch();
  const collectorName = useCollectorName(search.origin);
  return (
    <Filter
      label={t('provenance')}
      chosen={search.by}
      chosenLabel={collectorName ?? (search.by && t(`by.${search.by}`))}
      entries={addedBy.options.map((by) => ({
        id: by,
        label: t(`by.${by}`),
        onAction: () => change({ by, origin: undefined }),
      }))}
      onRemove={() => change({ by: undefined, origin: undefined })}
    />
  );
}

/** The name of a collector: its documents stay where it was deleted, and a link to them too. */
function useCollectorName(id: string | undefined): string | undefined {
  const t = useTranslations('documents');
  const { data, isPending } = useQuery({ ...collectorsQuery, enabled: id !== undefined });
  if (id === undefined) return undefined;
  const collector = data?.items.find((one) => one.id === id);
  return collector?.accountName ?? t(isPending ? 'by.collector' : 'goneCollector');
}
