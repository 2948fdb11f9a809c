import { sendActivationEmailCode } from '@perenne/contract/activation';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/form.ts';
import { domainOf, isPersonalAddress } from '../../lib/personal-address.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import { readKept } from './kept.ts';
import { StepActions, StepFrame } from './step-frame.tsx';
import { useActivationCall } from './use-activation-call.ts';
import { useDraft } from './use-draft.ts';

const resolver = contractResolver(sendActivationEmailCode.body);

export function EmailStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const { email, method } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const [doubtful, setDoubtful] = useState<string>();
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
  const submit = (values: { email: string }) => {
    if (isPersonalAddress(values.email)) return run(values.email);
    setDoubtful(values.email);
    return undefined;
  };
  return (
    <StepFrame
      title={t('emailTitle')}
      text={t('emailText', { employer: readKept('known')?.employer.name ?? '' })}
      fault={fault}
    >
      <form className={css.form} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Controller
          control={form.control}
          name="email"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <TextField
                {...props}
                errorMessage={broken ?? refusal}
                label={t('email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                isRequired
              />
            );
          }}
        />
        <StepActions
          submitLabel={t('emailSubmit')}
          isPending={isPending}
          backTo={method === 'code' ? 'code' : 'recognised'}
        />
      </form>
      <div className={css.aside}>
        {t('alreadyOwner')}
        <Button variant="quiet" onPress={() => send({ type: 'SHOW', step: 'existingSafe' })}>
          {t('alreadyOwnerWay')}
        </Button>
      </div>
      {doubtful !== undefined && (
        <ConfirmDialog
          title={t('warningTitle')}
          confirmLabel={t('warningConfirm')}
          cancelLabel={t('warningCancel')}
          onClose={() => setDoubtful(undefined)}
          onConfirm={() => {
            setDoubtful(undefined);
            void run(doubtful);
          }}
        >
          <p>{t('warningText', { domain: domainOf(doubtful) })}</p>
        </ConfirmDialog>
      )}
    </StepFrame>
  );
}
