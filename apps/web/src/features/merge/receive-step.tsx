import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { StepActions, StepBack, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { MergeActor } from './merge-actor.ts';
import css from './merge.module.css';
import { receiveSafe } from './receive-safe.ts';

/** The server does it at once or not at all; this page waits, and asks again after a reload. */
export function ReceiveStep() {
  const t = useTranslations('merge');
  const errorMessage = useErrorMessage('merge');
  const { send } = MergeActor.useActorRef();
  const query = useQuery({
    queryKey: ['receiveSafe'],
    queryFn: ({ signal }) => receiveSafe(signal),
    ...{ retry: false, staleTime: Infinity, gcTime: 0, networkMode: 'always' },
  });
  const { data, error } = query;
  useEffect(() => {
    if (data) send({ type: 'MERGED', merged: data });
    else if (data === null) send({ type: 'PROOF_EXPIRED' });
  }, [data, send]);
  if (error) {
    return (
      <StepFrame title={t('failedTitle')} text={t('failedText')} fault={errorMessage(error)}>
        <StepActions
          submitLabel={t('retry')}
          isPending={query.isFetching}
          onPress={() => void query.refetch()}
          back={<StepBack label={t('backToSummary')} onPress={() => send({ type: 'REFUSED' })} />}
        />
      </StepFrame>
    );
  }
  return (
    <StepFrame title={t('receivingTitle')} text={t('receivingText')}>
      <div className={css.room} aria-busy>
        <ProgressBar label={t('receivingTitle')} isLabelHidden />
      </div>
    </StepFrame>
  );
}
