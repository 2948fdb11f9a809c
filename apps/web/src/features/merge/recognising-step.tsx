import { loginToMerge } from '@perenne/contract/merge';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { StepActions, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { MergeActor } from './merge-actor.ts';
import { takeProof } from './proof.ts';

const skeleton = <Skeleton height={260} radius="var(--r-lg)" />;

/** Back from FranceConnect: which safe it opens. */
export function RecognisingStep() {
  const t = useTranslations('merge');
  const { send } = MergeActor.useActorRef();
  const answer = useQuery({
    queryKey: [loginToMerge.id, 'federation'],
    queryFn: ({ signal }) => call(loginToMerge, { body: { franceConnect: true }, signal }),
    // Another return is another question.
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, error } = answer;
  useEffect(() => {
    if (data) send(takeProof(data));
  }, [data, send]);
  if (error instanceof ApiError && error.status < 500) return <NotProved error={error} />;
  return (
    <StepFrame title={t('recognisingTitle')} text={t('recognisingText')}>
      <QueryState query={answer} skeleton={skeleton}>
        {() => skeleton}
      </QueryState>
    </StepFrame>
  );
}

function NotProved({ error }: { error: ApiError }) {
  const t = useTranslations('merge');
  const errorMessage = useErrorMessage('merge');
  const { send } = MergeActor.useActorRef();
  const isUnknown = isApiError(error, 'FranceConnectError') || isApiError(error, 'Unauthorized');
  return (
    <StepFrame title={t('notProvedTitle')} text={isUnknown ? t('notLinked') : errorMessage(error)}>
      <StepActions submitLabel={t('byPassword')} onPress={() => send({ type: 'SHOW', step: 'prove' })} />
    </StepFrame>
  );
}
