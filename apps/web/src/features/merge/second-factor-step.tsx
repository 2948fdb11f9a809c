import { loginToMerge } from '@perenne/contract/merge';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import type { GivenProof } from '../../lib/sign-in/second-factor/given-proof.ts';
import { SecondFactorForm } from '../../lib/sign-in/second-factor/second-factor-form.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { MergeActor } from './merge-actor.ts';
import { readChallenge, takeProof } from './proof.ts';

/** The other safe asks for more than its password. */
export function SecondFactorStep() {
  const t = useTranslations('merge');
  const words = useTranslations('secondFactorStep');
  const errorMessage = useErrorMessage('merge');
  const { send } = MergeActor.useActorRef();
  const challenge = readChallenge();
  const [isWrong, setWrong] = useState(false);
  const { run, isPending, error } = useAction(async (proof: GivenProof) => {
    setWrong(false);
    const body = { secondFactor: { signInId: challenge?.signInId ?? '', ...proof } };
    try {
      send(takeProof(await call(loginToMerge, { body })));
    } catch (failure) {
      if (isApiError(failure, 'WrongSecondFactor')) setWrong(true);
      // The server waits ten minutes for it.
      else if (isApiError(failure, 'Unauthorized')) send({ type: 'PROOF_EXPIRED' });
      else throw failure;
    }
  });
  useEffect(() => {
    if (challenge === null) send({ type: 'PROOF_EXPIRED' });
  }, [challenge, send]);
  if (challenge === null) return null;
  const fault = error === undefined ? undefined : errorMessage(error);
  return (
    <SecondFactorForm
      challenge={challenge}
      isPending={isPending}
      isWrong={isWrong}
      fault={isApiError(error, 'SecondFactorRateLimitExceeded') ? `${fault} ${words('limited')}` : fault}
      backLabel={t('back')}
      onProof={(proof) => void run(proof)}
      onOtherMethod={() => setWrong(false)}
      onBack={() => send({ type: 'SHOW', step: 'prove' })}
    />
  );
}
