import type { Collector } from '@perenne/contract/collectors';
import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { describeAlert, mayBeFull, type ShownAlert } from './alerts.ts';
import { lastRunQuery } from '../collector-queries.ts';

interface KnownAlert {
  /** Null where the collector has no alert that counts. */
  shown: ShownAlert | null;
  /** The last run is being read, and may change the words. */
  isPending: boolean;
}

/** The alert of each collector, in their order. */
export function useAlerts(collectors: readonly Collector[]): readonly KnownAlert[] {
  const runs = useQueries({
    queries: collectors.map((collector) => ({ ...lastRunQuery(collector), enabled: mayBeFull(collector) })),
  });
  return collectors.map((collector, index) => {
    const run = mayBeFull(collector) ? runs[index] : undefined;
    const isFull = run?.data?.items[0]?.skipped.some(({ code }) => code === 'UserSpaceStorageFull') ?? false;
    return { shown: describeAlert(collector, isFull), isPending: run?.isPending ?? false };
  });
}

/** The alert of a collector, if it has one that counts. */
export const useAlert = (collector: Collector): ShownAlert | null => useAlerts([collector])[0]?.shown ?? null;

/** The sentence that says what is the matter: the title of the alert, and what is read out of it. */
export function useAlertTitle(): (collector: Collector, shown: ShownAlert) => string {
  const t = useTranslations('collectors');
  return ({ agent: { name } }, { words }) => (words === 'over' ? t('agent.ZOMBIE') : t(`alert.${words}`, { name }));
}
