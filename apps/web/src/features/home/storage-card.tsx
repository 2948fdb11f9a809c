import { getProfile } from '@perenne/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Gauge } from '../../ui/feedback/gauge.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './storage-card.module.css';

/** From then on, it matters that the trash counts. */
const nearlyFull = 0.8;

export function StorageCard() {
  const t = useTranslations('home');
  const formats = useFormats();
  const profile = useQuery(endpointQuery(getProfile));
  const { used = 0, limit = 0 } = profile.data?.storage ?? {};
  const isNearlyFull = used > nearlyFull * limit;
  return (
    <Card title={t('storage')} className={css.card}>
      <div className={css.gauge}>
        <QueryState query={profile} skeleton={<Skeleton width={132} height={132} radius="50%" />}>
          {({ storage: { used, limit } }) => (
            <Gauge
              value={limit ? used / limit : 0}
              label={t('storage')}
              valueLabel={t('storageSpoken', { used: formats.size(used), total: formats.size(limit) })}
            >
              <strong>{formats.size(used)}</strong>
              <small>{t('storageOf', { total: formats.size(limit) })}</small>
            </Gauge>
          )}
        </QueryState>
      </div>
      <p>{t(isNearlyFull ? 'storageTrash' : 'storageHint')}</p>
    </Card>
  );
}
