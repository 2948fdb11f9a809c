import { loginToMergeInActivation } from '@perenne/contract/activation';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import { readKept } from '../flow/kept.ts';
import { takeProof } from '../flow/prove-safe.ts';
import { OtherWays, StepActions } from '../step-frame.tsx';
import { useRefusedToken } from '../flow/use-activation-call.ts';

const wait = <Skeleton height={260} radius="var(--r-lg)" />;

/** Back from FranceConnect: which safe it opens, and what it holds. */
export function FetchingMergeStep() {
  const token = readKept('activationToken');
  return token === null ? <NothingToMerge /> : <FetchingMergeInfo token={token} />;
}

function FetchingMergeInfo({ token }: { token: string }) {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const refuse = useEffectEvent(useRefusedToken());
  const answer = useQuery({
    queryKey: [loginToMergeInActivation.id, token],
    queryFn: ({ signal }) => call(loginToMergeInActivation, { body: { franceConnect: true }, token, signal }),
    staleTime: Infinity,
  });
  const { data, error } = answer;
  useEffect(() => {
    if (data) send(takeProof(data));
    else if (isApiError(error, 'AuthTokenNotValid')) refuse();
  }, [data, error, send]);
  if (isApiError(error, 'FranceConnectError') || isApiError(error, 'Unauthorized')) return <NotLinked />;
  return (
    <StepFrame title={t('fetchingMergeTitle')} text={t('recognisingText')}>
      <QueryState query={answer} skeleton={wait}>
        {() => wait}
      </QueryState>
      {error && <ByPassword />}
    </StepFrame>
  );
}

function NotLinked() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return (
    <StepFrame title={t('notLinkedTitle')} text={t('notLinkedText')}>
      <StepActions
        submitLabel={t('byPassword')}
        onPress={() => send({ type: 'SHOW', step: 'existingSafe' })}
        backTo="email"
      />
    </StepFrame>
  );
}

function ByPassword() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return <OtherWays label={t('byPassword')} onPress={() => send({ type: 'SHOW', step: 'existingSafe' })} />;
}

/** The address was opened by itself, or the tab was closed meanwhile. */
function NothingToMerge() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return (
    <StepFrame title={t('nothingToMergeTitle')} text={t('nothingToMergeText')}>
      <OtherWays label={t('nothingToMergeWay')} onPress={() => send({ type: 'SHOW', step: 'delivery' })} />
    </StepFrame>
  );
}
