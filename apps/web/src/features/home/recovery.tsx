import { getActivationProgress } from '@perenne/contract/activation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { refreshDocuments } from '../../lib/documents/document-queries.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import css from './home.module.css';

/** While the documents that waited for the activation arrive; asks again until they are all there. */
export function Recovery() {
  const t = useTranslations('home');
  const { data } = useQuery({
    ...endpointQuery(getActivationProgress),
    refetchInterval: ({ state }) => (state.data?.recovering ? 2000 : false),
  });
  useArrivals(data);
  if (!data?.recovering) return null;
  return (
    <Card className={css.recovery}>
      <ProgressBar
        label={t('recovering')}
        value={data.total ? data.recovered / data.total : 0}
        valueLabel={t('recoveringText', { recovered: data.recovered, total: data.total })}
      />
    </Card>
  );
}

/** Reads the documents of the page again when some have arrived since it was read. */
function useArrivals(progress: { recovering: boolean; recovered: number } | undefined) {
  const queries = useQueryClient();
  const known = useRef<number>(undefined);
  const { recovering, recovered } = progress ?? {};
  useEffect(() => {
    if (recovered === undefined) return;
    const hasMore = known.current === undefined ? recovering : recovered !== known.current;
    known.current = recovered;
    if (hasMore) void refreshDocuments(queries);
  }, [recovering, recovered, queries]);
}
