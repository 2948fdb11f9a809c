import { getActivationProgress } from '@perenne/contract/activation';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import css from './home.module.css';

/** While the documents that waited for the activation arrive; asks again until they are all there. */
export function Recovery() {
  const t = useTranslations('home');
  const { data } = useQuery({
    ...endpointQuery(getActivationProgress),
    refetchInterval: ({ state }) => (state.data?.recovering ? 2000 : false),
  });
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
