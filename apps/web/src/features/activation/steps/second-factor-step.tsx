import { loginToMergeInActivation } from '@perenne/contract/activation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import type { GivenProof } from '../../../lib/sign-in/second-factor/given-proof.ts';
import { SecondFactorForm } from '../../../lib/sign-in/second-factor/second-factor-form.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import { readKept } from '../flow/kept.ts';
import { takeProof } from '../flow/prove-safe.ts';
import { useActivationCall } from '../flow/use-activation-call.ts';

/** The safe that is to receive asks for more than its password. */
export function SecondFactorStep() {
  const t = useTranslations('activation');
  const words = useTranslations('secondFactorStep');
  const { send } = ActivationActor.useActorRef();
  const challenge = readKept('challenge');
  const [isWrong, setWrong] = useState(false);
  const { run, isPending, error, fault } = useActivationCall(async (proof: GivenProof, token) => {
    setWrong(false);
    const body = { secondFactor: { signInId: challenge?.signInId ?? '', ...proof } };
    try {
      send(takeProof(await call(loginToMergeInActivation, { body, token })));
    } catch (failure) {
      if (isApiError(failure, 'WrongSecondFactor')) setWrong(true);
      // The server waits ten minutes for it.
      else if (isApiError(failure, 'Unauthorized')) send({ type: 'MERGE_EXPIRED' });
      else throw failure;
    }
  });
  useEffect(() => {
    if (challenge === null) send({ type: 'MERGE_EXPIRED' });
  }, [challenge, send]);
  if (challenge === null) return null;
  return (
    <SecondFactorForm
      challenge={challenge}
      isPending={isPending}
      isWrong={isWrong}
      fault={isApiError(error, 'SecondFactorRateLimitExceeded') ? `${fault} ${words('limited')}` : fault}
      backLabel={t('back')}
      onProof={(proof) => void run(proof)}
      onOtherMethod={() => setWrong(false)}
      onBack={() => send({ type: 'SHOW', step: 'existingSafe' })}
    />
  );
}
