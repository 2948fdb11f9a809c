import { requestEmailChange } from '@perenne/contract/email-change';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { contractResolver } from '../../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/form.ts';
import { domainOf, isPersonalAddress } from '../../../lib/personal-address.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import css from '../flow.module.css';
import { StepActions, StepFrame } from '../flow-step.tsx';
import { ChangeActor, useUnlessEnded } from './change-actor.ts';

const resolver = contractResolver(requestEmailChange.body);

export function AddressStep() {
  const t = useTranslations('changeEmail');
  const warning = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const unlessEnded = useUnlessEnded();
  const { send } = ChangeActor.useActorRef();
  const email = ChangeActor.useSelector((snapshot) => snapshot.context.email);
  const [doubtful, setDoubtful] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit, setError, subscribe } = useForm({ resolver, defaultValues: { email } });
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
  const submit = (values: { email: string }) => {
    if (isPersonalAddress(values.email)) return run(values.email);
    setDoubtful(values.email);
    return undefined;
  };
  return (
    <StepFrame
      title={t('emailTitle')}
      text={t('emailText')}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Controller
          control={control}
          name="email"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <TextField
                {...props}
                errorMessage={broken ?? refusal}
                label={t('email')}
                hint={t('emailHint')}
                type="email"
                inputMode="email"
                autoComplete="email"
                isRequired
              />
            );
          }}
        />
        <StepActions submitLabel={t('emailSubmit')} isPending={isPending} />
      </form>
      {doubtful !== undefined && (
        <ConfirmDialog
          title={warning('warningTitle')}
          confirmLabel={warning('warningConfirm')}
          cancelLabel={warning('warningCancel')}
          onClose={() => setDoubtful(undefined)}
          onConfirm={() => {
            setDoubtful(undefined);
            void run(doubtful);
          }}
        >
          <p>{warning('warningText', { domain: domainOf(doubtful) })}</p>
        </ConfirmDialog>
      )}
    </StepFrame>
  );
}
