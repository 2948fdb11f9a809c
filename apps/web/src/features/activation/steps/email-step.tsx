import { sendActivationEmailCode } from '@perenne/contract/activation';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../lib/forms/form.ts';
import { PersonalAddressForm } from '../../../lib/forms/personal-address-form.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import { readKept } from '../flow/kept.ts';
import { StepActions } from '../step-frame.tsx';
import { useActivationCall } from '../flow/use-activation-call.ts';
import { useDraft } from '../flow/use-draft.ts';

const resolver = contractResolver(sendActivationEmailCode.body);

export function EmailStep() {
  const t = useTranslations('activation');
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const { email, method } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver, defaultValues: { email } });
  useDraft(form, (values) => send({ type: 'DRAFT', changes: values }));
  const { run, isPending, fault } = useActivationCall(async (address: string, token) => {
    setRefusal(undefined);
    try {
      await call(sendActivationEmailCode, { body: { email: address }, token });
      send({ type: 'EMAIL_CODE_SENT', email: address });
    } catch (failure) {
      if (isApiError(failure, 'EmailIsForbidden')) setRefusal(errorMessage(failure));
      else if (!setServerErrors(failure, ['email'], form.setError)) throw failure;
    }
  });
  return (
    <StepFrame
      title={t('emailTitle')}
      text={t('emailText', { employer: readKept('known')?.employer.name ?? '' })}
      fault={fault}
    >
      <PersonalAddressForm form={form} label={t('email')} refusal={refusal} onAddress={run}>
        <StepActions
          submitLabel={t('emailSubmit')}
          isPending={isPending}
          backTo={method === 'code' ? 'code' : 'recognised'}
        />
      </PersonalAddressForm>
      <div className={css.aside}>
        {t('alreadyOwner')}
        <Button variant="quiet" onPress={() => send({ type: 'SHOW', step: 'existingSafe' })}>
          {t('alreadyOwnerWay')}
        </Button>
      </div>
    </StepFrame>
  );
}
