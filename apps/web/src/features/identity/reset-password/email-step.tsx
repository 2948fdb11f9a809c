import { requestResetCode } from '@perenne/contract/passwords';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { contractResolver } from '../../../lib/contract-resolver.ts';
import { useFieldProps } from '../../../lib/form.ts';
import { TextField } from '../../../ui/text-field.tsx';
import css from '../flow.module.css';
import { StepActions, StepFrame } from '../flow-step.tsx';
import { ResetActor } from './reset-actor.ts';

const resolver = contractResolver(requestResetCode.body.pick({ email: true }));

export function EmailStep() {
  const t = useTranslations('resetPassword');
  const fieldProps = useFieldProps();
  const navigate = useNavigate();
  const { send } = ResetActor.useActorRef();
  const email = ResetActor.useSelector((snapshot) => snapshot.context.email);
  const { control, handleSubmit, subscribe } = useForm({ resolver, defaultValues: { email } });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => send({ type: 'DRAFT', email: values.email }),
      }),
    [subscribe, send],
  );
  return (
    <StepFrame title={t('emailTitle')} text={t('emailText')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => void handleSubmit((given) => send({ type: 'EMAIL_GIVEN', email: given.email }))(event)}
      >
        <Controller
          control={control}
          name="email"
          render={({ field, fieldState }) => (
            <TextField
              {...fieldProps(field, fieldState)}
              label={t('email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              isRequired
            />
          )}
        />
        <StepActions submitLabel={t('next')} onBack={() => void navigate({ to: '/login' })} />
      </form>
    </StepFrame>
  );
}
