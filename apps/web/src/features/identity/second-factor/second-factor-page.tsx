import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import type { GivenProof } from '../../../lib/sign-in/second-factor/given-proof.ts';
import { SecondFactorForm } from '../../../lib/sign-in/second-factor/second-factor-form.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { forgetSecondFactor, type PendingSecondFactor } from '../pending-second-factor.ts';
import type { SignInOutcome } from '../sign-in.ts';
import { prove } from './prove.ts';

interface SecondFactorPageProps {
  pending: PendingSecondFactor;
  onSignedIn: (outcome: SignInOutcome) => void;
  /** Back to the password, because one wants to or because the wait is over. */
  onBack: (why: 'chosen' | 'ended') => void;
}

export function SecondFactorPage({ pending, onSignedIn, onBack }: SecondFactorPageProps) {
  const t = useTranslations('secondFactorStep');
  const errorMessage = useErrorMessage();
  const [isWrong, setWrong] = useState(false);
  const end = (why: 'chosen' | 'ended') => {
    forgetSecondFactor();
    onBack(why);
  };
  useEnd(pending.endsAtMs, () => end('ended'));
  const { run, isPending, error } = useAction(async (proof: GivenProof) => {
    setWrong(false);
    const outcome = await prove(pending, proof);
    if (outcome === 'ended') end('ended');
    else if (outcome === 'wrong') setWrong(true);
    else onSignedIn(outcome);
  });
  const message = error === undefined ? undefined : errorMessage(error);
  const fault = isApiError(error, 'SecondFactorRateLimitExceeded') ? `${message} ${t('limited')}` : message;
  return (
    <SecondFactorForm
      challenge={pending.challenge}
      isPending={isPending}
      isWrong={isWrong}
      fault={fault}
      onProof={(proof) => void run(proof)}
      onOtherMethod={() => setWrong(false)}
      onBack={() => end('chosen')}
    />
  );
}

/** The server waits ten minutes: then the password is asked again, and the page says so by itself. */
function useEnd(endsAtMs: number, onEnd: () => void) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), Math.max(0, endsAtMs - nowMs()));
    return () => clearTimeout(timer);
  }, [endsAtMs]);
}
