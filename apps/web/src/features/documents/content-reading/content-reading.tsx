import { getContentReading, putContentReading } from '@perenne/contract/content-reading';
import { listDocuments } from '@perenne/contract/documents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { contentReadingQuery } from './content-reading-query.ts';
import css from './content-reading.module.css';

/** The reading of documents, where its results stay and how to go back; and the agreement, to give or to take back. */
export function ContentReading() {
  const t = useTranslations('contentReading');
  const query = useQuery(contentReadingQuery);
  return (
    <div className={css.panel}>
      <p>{t('intro')}</p>
      <dl className={css.facts}>
        <div>
          <dt>{t('readTitle')}</dt>
          <dd>{t('readText')}</dd>
        </div>
        <div>
          <dt>{t('keptTitle')}</dt>
          <dd>{t('keptText')}</dd>
        </div>
        <div>
          <dt>{t('withdrawTitle')}</dt>
          <dd>{t('withdrawText')}</dd>
        </div>
      </dl>
      <QueryState query={query} skeleton={<Skeleton height={104} radius="var(--r-md)" />}>
        {(agreement) => <Agreement since={agreement.since} />}
      </QueryState>
    </div>
  );
}

function Agreement({ since }: { since: string | null }) {
  const t = useTranslations('contentReading');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  const change = useChange();
  const isOn = since !== null;
  return (
    <div className={css.agreement}>
      <Alert tone={isOn ? 'success' : 'info'}>{isOn ? t('since', { date: formats.dateLong(since) }) : t('off')}</Alert>
      {change.isError && (
        <Alert tone="danger" isLive>
          {errorMessage(change.error)}
        </Alert>
      )}
      <div>
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          isPending={change.isPending}
          onPress={() => change.mutate(!isOn)}
        >
          {isOn ? t('withdraw') : t('accept')}
        </Button>
      </div>
    </div>
  );
}

function useChange() {
  const t = useTranslations('contentReading');
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (accepted: boolean) => call(putContentReading, { body: { accepted } }),
    onSuccess: async (agreement) => {
      queries.setQueryData(contentReadingQuery.queryKey, agreement);
      notify({ text: agreement.accepted ? t('accepted') : t('withdrawn') });
      // Another agreement finds other documents.
      await queries.invalidateQueries({ queryKey: [listDocuments.id] });
    },
    onError: () => queries.invalidateQueries({ queryKey: [getContentReading.id] }),
  });
}
