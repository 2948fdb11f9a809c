import { activate } from '@perenne/contract/activation';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/form.ts';
import { newPasswordResolver, usePasswordRules } from '../../lib/new-password.ts';
import { useNotify } from '../../ui/notifications.tsx';
import { PasswordField, PasswordRules } from '../../ui/password-field.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import { StepActions, StepFrame } from './step-frame.tsx';
import { useActivationCall } from './use-activation-call.ts';

/** The server refuses something of the step before. */
const isAboutProfile = (error: unknown) =>
  isApiError(error) && error.errors.some(({ field }) => field?.startsWith('profile.'));

export function PasswordStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const { profile, identity, email } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const notify = useNotify();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit, setError } = useForm({
    resolver: newPasswordResolver,
    defaultValues: { password: '', confirmation: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const { run, isPending, fault } = useActivationCall(
    async (chosen: { password: string; confirmation: string }, token) => {
      setRefusal(undefined);
      const body = { profile: { ...profile, birthDate: identity.birthDate }, ...chosen, termsAccepted: true as const };
      try {
        await call(activate, { body, token });
        send({ type: 'ACTIVATED' });
      } catch (failure) {
        if (isApiError(failure, 'PasswordPolicyError')) setRefusal(errorMessage(failure));
        else if (isApiError(failure, 'EmailAlreadyExists')) send({ type: 'EMAIL_TAKEN' });
        else if (isApiError(failure, 'EmailNotVerified')) {
          notify({ type: 'error', text: t('emailUnproved'), duration: 8000 });
          send({ type: 'EMAIL_UNPROVED' });
        } else if (isAboutProfile(failure)) {
          notify({ type: 'error', text: errorMessage(failure), duration: 8000 });
          send({ type: 'SHOW', step: 'profile' });
        } else if (!setServerErrors(failure, ['password', 'confirmation'], setError)) throw failure;
      }
    },
  );
  const rules = usePasswordRules(password);
  return (
    <StepFrame title={t('passwordTitle')} text={t('passwordText')} fault={fault}>
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
        <StepActions submitLabel={t('passwordSubmit')} isPending={isPending} backTo="profile" />
      </form>
    </StepFrame>
  );
}
