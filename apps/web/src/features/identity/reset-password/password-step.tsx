import { resetPassword } from '@perenne/contract/passwords';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/form.ts';
import { newPasswordResolver, usePasswordRules } from '../../../lib/new-password.ts';
import { removeToken } from '../../../lib/tokens.ts';
import { useAction } from '../../../lib/use-action.ts';
import { PasswordField, PasswordRules } from '../../../ui/password-field.tsx';
import css from '../flow.module.css';
import { StepActions, StepFrame } from '../flow-step.tsx';
import { ResetActor } from './reset-actor.ts';

/** Every session of the account has ended on the server, this browser's too. */
function forgetSessions(): void {
  for (const key of ['authToken', 'invalidUserToken', 'franceConnectToken'] as const) removeToken(key);
}

export function PasswordStep() {
  const t = useTranslations('resetPassword');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { send } = ResetActor.useActorRef();
  const { email, resetToken } = ResetActor.useSelector((snapshot) => snapshot.context);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver: newPasswordResolver, defaultValues: { password: '', confirmation: '' } });
  const { control, handleSubmit } = form;
  const rules = usePasswordRules(useWatch({ control, name: 'password' }));
  const { run, isPending, error } = useAction(async (chosen: { password: string; confirmation: string }) => {
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
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        {/* Lets password managers keep the address with the password. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <PasswordField
                {...props}
                errorMessage={broken ?? refusal}
                label={t('password')}
                autoComplete="new-password"
                isRequired
              />
            );
          }}
        />
        <PasswordRules rules={rules} />
        <Controller
          control={control}
          name="confirmation"
          render={({ field, fieldState }) => (
            <PasswordField
              {...fieldProps(field, fieldState)}
              label={t('confirmation')}
              autoComplete="new-password"
              isRequired
            />
          )}
        />
        <StepActions
          submitLabel={t('passwordSubmit')}
          isPending={isPending}
          onBack={() => send({ type: 'SHOW', step: 'code' })}
        />
      </form>
    </StepFrame>
  );
}
