import type { Answer } from '@perenne/contract/endpoint';
import type { Collector, listCollectorRuns } from '@perenne/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { runsQuery } from '../collector-queries.ts';
import css from '../collectors.module.css';
import { SkippedList } from './skipped-list.tsx';
import { useWhen } from '../use-when.ts';

type Run = Answer<typeof listCollectorRuns>['items'][number];

/** The last runs of a collector, and what each did not bring. */
export function RunsDialog({ collector, onClose }: { collector: Collector; onClose: () => void }) {
  const t = useTranslations('collectors');
  const query = useQuery(runsQuery(collector));
  return (
    <Modal title={t('runsTitle', { name: collector.accountName })} onClose={onClose}>
      <QueryState query={query} skeleton={<Skeleton height={160} radius="var(--r-md)" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={css.text}>{t('runsNone')}</p>
          ) : (
            <ul className={css.runs}>
              {items.map((run) => (
                <RunLine key={run.id} run={run} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <ModalActions>
        <Button onPress={onClose}>{t('run.close')}</Button>
      </ModalActions>
    </Modal>
  );
}

function RunLine({ run: { startedAt, result, newDocuments, skipped } }: { run: Run }) {
  const t = useTranslations('collectors');
  const when = useWhen();
  const count = newDocuments;
  const hasMore = count > 0 && result !== 'NEW_DOCUMENTS';
  return (
    <li>
      <p className={css.runLine}>
        <b>{t(`result.${result}`, { count })}</b>
        <span className={css.hint}>{when.alone(startedAt)}</span>
      </p>
      {hasMore && <p className={css.hint}>{t('result.NEW_DOCUMENTS', { count })}</p>}
      {skipped.length > 0 && <SkippedList skipped={skipped} />}
    </li>
  );
}
