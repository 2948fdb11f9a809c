import { resetPassword } from '@perenne/contract/passwords';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { type NewPassword, NewPasswordFields } from '../../../lib/forms/new-password-fields.tsx';
import { newPasswordResolver } from '../../../lib/forms/new-password.ts';
import { removeToken } from '../../../lib/api/tokens.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { ResetActor } from './reset-actor.ts';

/** Every session of the account has ended on the server, this browser's too. */
function forgetSessions(): void {
  for (const key of ['authToken', 'invalidUserToken', 'franceConnectToken'] as const) removeToken(key);
}

export function PasswordStep() {
  const t = useTranslations('resetPassword');
  const errorMessage = useErrorMessage();
  const { send } = ResetActor.useActorRef();
  const { email, isEmailGiven, resetToken } = ResetActor.useSelector((snapshot) => snapshot.context);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver: newPasswordResolver, defaultValues: { password: '', confirmation: '' } });
  const { control, handleSubmit } = form;
  const { run, isPending, error } = useAction(async (chosen: NewPassword) => {
    setRefusal(undefined);
    try {
      await call(resetPassword, { body: { resetToken: resetToken ?? '', ...chosen } });
      forgetSessions();
      send({ type: 'PASSWORD_CHANGED' });
    } catch (failure) {
      if (isApiError(failure, 'PasswordPolicyError')) setRefusal(errorMessage(failure));
      else if (isApiError(failure, 'AuthTokenNotValid')) send({ type: 'TOKEN_EXPIRED' });
      else if (!setServerErrors(failure, ['password', 'confirmation'], form.setError)) throw failure;
    }
  });
  return (
    <StepFrame
      title={t('passwordTitle')}
      text={t('passwordText')}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <NewPasswordFields
          control={control}
          email={email}
          refusal={refusal}
          labels={{ password: t('password'), confirmation: t('confirmation') }}
        />
        <StepActions
          submitLabel={t('passwordSubmit')}
          isPending={isPending}
          onBack={() => send({ type: 'SHOW', step: isEmailGiven ? 'code' : 'email' })}
        />
      </form>
    </StepFrame>
  );
}
