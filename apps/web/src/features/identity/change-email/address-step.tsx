import { requestEmailChange } from '@perenne/contract/email-change';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { PersonalAddressForm } from '../../../lib/forms/personal-address-form.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { ChangeActor, useUnlessEnded } from './change-actor.ts';

const resolver = contractResolver(requestEmailChange.body);

export function AddressStep() {
  const t = useTranslations('changeEmail');
  const errorMessage = useErrorMessage();
  const unlessEnded = useUnlessEnded();
  const { send } = ChangeActor.useActorRef();
  const email = ChangeActor.useSelector((snapshot) => snapshot.context.email);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver, defaultValues: { email } });
  const { setError, subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => send({ type: 'DRAFT', email: values.email }),
      }),
    [subscribe, send],
  );
  const { run, isPending, error } = useAction(async (address: string) => {
    setRefusal(undefined);
    try {
      const answer = await unlessEnded(() => call(requestEmailChange, { body: { email: address } }));
      if (answer !== 'ended') send({ type: 'CODE_SENT', email: address });
    } catch (failure) {
      if (isApiError(failure, 'EmailIsForbidden')) setRefusal(errorMessage(failure));
      else if (!setServerErrors(failure, ['email'], setError)) throw failure;
    }
  });
  return (
    <StepFrame
      title={t('emailTitle')}
      text={t('emailText')}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <PersonalAddressForm form={form} label={t('email')} hint={t('emailHint')} refusal={refusal} onAddress={run}>
        <StepActions submitLabel={t('emailSubmit')} isPending={isPending} />
      </PersonalAddressForm>
    </StepFrame>
  );
}
