import { requestResetCode } from '@perenne/contract/passwords';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { LoginField } from '../../../lib/forms/credential-fields.tsx';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { ResetActor } from './reset-actor.ts';

const resolver = contractResolver(requestResetCode.body.pick({ email: true }));

export function EmailStep() {
  const t = useTranslations('resetPassword');
  const navigate = useNavigate();
  const { send } = ResetActor.useActorRef();
  const { email, hasExpired } = ResetActor.useSelector((snapshot) => snapshot.context);
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
    <StepFrame title={t('emailTitle')} text={t('emailText')} notice={hasExpired ? t('expired') : undefined}>
      <form
        className={flow.form}
        noValidate
        onSubmit={(event) => void handleSubmit((given) => send({ type: 'EMAIL_GIVEN', email: given.email }))(event)}
      >
        <LoginField control={control} name="email" label={t('email')} />
        <StepActions submitLabel={t('next')} onBack={() => void navigate({ to: '/login' })} />
      </form>
    </StepFrame>
  );
}
