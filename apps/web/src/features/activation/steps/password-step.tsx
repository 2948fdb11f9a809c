import { activate } from '@perenne/contract/activation';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { type NewPassword, NewPasswordFields } from '../../../lib/forms/new-password-fields.tsx';
import { newPasswordResolver } from '../../../lib/forms/new-password.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { StepActions } from '../step-frame.tsx';
import { useActivationCall } from '../flow/use-activation-call.ts';

/** The server refuses something of the step before. */
const isAboutProfile = (error: unknown) =>
  isApiError(error) && error.errors.some(({ field }) => field?.startsWith('profile.'));

export function PasswordStep() {
  const t = useTranslations('activation');
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const { profile, identity, email } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const notify = useNotify();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit, setError } = useForm({
    resolver: newPasswordResolver,
    defaultValues: { password: '', confirmation: '' },
  });
  const { run, isPending, fault } = useActivationCall(async (chosen: NewPassword, token) => {
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
  });
  return (
    <StepFrame title={t('passwordTitle')} text={t('passwordText')} fault={fault}>
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <NewPasswordFields
          control={control}
          email={email}
          refusal={refusal}
          labels={{ password: t('password'), confirmation: t('confirmation') }}
        />
        <StepActions submitLabel={t('passwordSubmit')} isPending={isPending} backTo="profile" />
      </form>
    </StepFrame>
  );
}
