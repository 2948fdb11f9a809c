import { sendFederatedActivationInfo } from '@perenne/contract/activation';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { beginFederation } from '../../../lib/sign-in/federation.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { readToken, tokenFault } from '../../../lib/api/tokens.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import { readFederationId } from '../flow/activation-snapshot.ts';
import { FranceConnect } from '../france-connect.tsx';
import { keep } from '../flow/kept.ts';
import { OtherWays } from '../step-frame.tsx';
import { useErrorMessage } from '../../../lib/api/error-message.ts';

const wait = <Skeleton height={220} radius="var(--r-lg)" />;

/** Asks who has come back from FranceConnect. The token says it: nothing of the address is believed. */
export function RecognisingStep() {
  const federationId = readFederationId();
  const fault = tokenFault(readToken('notActivatedFcUserToken'));
  return federationId === null || fault ? (
    <NotRecognised reason={reasonOr(fault === 'jwt_expired' ? 'expired' : 'missing')} />
  ) : (
    <Recognising federationId={federationId} />
  );
}

type Reason = 'missing' | 'expired' | 'owner' | 'unknown';

/** An owner whose safe FranceConnect opens comes back signed in, and is no newcomer. */
const reasonOr = (reason: Reason): Reason => (tokenFault(readToken('authToken')) === undefined ? 'owner' : reason);

function Recognising({ federationId }: { federationId: string }) {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const answer = useQuery({
    queryKey: [sendFederatedActivationInfo.id, federationId],
    queryFn: ({ signal }) => call(sendFederatedActivationInfo, { signal }),
    // The token serves once.
    staleTime: Infinity,
  });
  const { data, error } = answer;
  useEffect(() => {
    if (!data) return;
    const { activationToken, ...known } = data;
    keep('activationToken', activationToken);
    keep('known', known);
    send({ type: 'FEDERATION_ACCEPTED', federationId, known });
  }, [data, federationId, send]);
  if (isApiError(error, 'AuthTokenNotValid')) return <NotRecognised reason={reasonOr('expired')} />;
  if (isApiError(error, 'EntityNotFound')) return <NotRecognised reason="unknown" />;
  return (
    <StepFrame title={t('recognisingTitle')} text={t('recognisingText')}>
      <QueryState query={answer} skeleton={wait}>
        {() => wait}
      </QueryState>
    </StepFrame>
  );
}

const words = {
  missing: 'notRecognisedMissing',
  expired: 'notRecognisedExpired',
  owner: 'notRecognisedOwner',
  unknown: 'notRecognisedUnknown',
} as const satisfies Record<Reason, string>;

/** The reason, and the two ways on. */
function NotRecognised({ reason }: { reason: Reason }) {
  const t = useTranslations('activation');
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const hasChosen = ActivationActor.useSelector(({ context }) => context.hasAcceptedTerms);
  const { run, isPending, error } = useAction(beginFederation);
  return (
    <StepFrame title={t('notRecognisedTitle')} text={t(words[reason])} fault={error ? errorMessage(error) : undefined}>
      <div className={css.text}>
        <FranceConnect isPending={isPending} onPress={() => void run('activation')} />
      </div>
      <OtherWays label={t('byCodeWay')} onPress={() => send({ type: 'SHOW', step: hasChosen ? 'code' : 'delivery' })} />
    </StepFrame>
  );
}
