import { validateUser } from '@perenne/contract/email-change';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { removeToken } from '../../../lib/api/tokens.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { ChangeActor, useUnlessEnded } from './change-actor.ts';

/** The address is replaced: a full token is asked for at once, and again if that failed. */
export function OpeningStep({ onOpened }: { onOpened: () => void }) {
  const t = useTranslations('changeEmail');
  const errorMessage = useErrorMessage();
  const unlessEnded = useUnlessEnded();
  const { send } = ChangeActor.useActorRef();
  const email = ChangeActor.useSelector((snapshot) => snapshot.context.email);
  const { run, isPending, error } = useAction(async () => {
    const answer = await unlessEnded(() => call(validateUser, {}));
    if (answer === 'ended') return;
    removeToken('invalidUserToken');
    send({ type: 'OPENED' });
    onOpened();
  });
  const open = useEffectEvent(() => void run(undefined));
  useEffect(() => open(), []);
  return (
    <StepFrame
      title={t('openingTitle')}
      text={t('openingText', { email })}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <StepActions submitLabel={t('openingSubmit')} isPending={isPending} onPress={() => void run(undefined)} />
    </StepFrame>
  );
}
