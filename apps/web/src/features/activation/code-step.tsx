import { sendActivationInfo } from '@perenne/contract/activation';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/call.ts';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/form.ts';
import { useAction } from '../../lib/use-action.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ActivationCodeField } from '../../ui/code-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import type { Identity } from './activation-machine.ts';
import { ResendCodeDialog } from './resend-code-dialog.tsx';
import { StepActions, StepFrame } from './step-frame.tsx';
import { useDraft } from './use-draft.ts';

const resolver = contractResolver(sendActivationInfo.body);

export function CodeStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage('activation');
  const { send } = ActivationActor.useActorRef();
  const { identity, hasExpired } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const [isResending, setResending] = useState(false);
  const form = useForm({ resolver, defaultValues: identity });
  useDraft(form, (values) => send({ type: 'DRAFT', changes: { identity: values } }));
  const { run, isPending, error } = useAction(async (body: Identity) => {
    try {
      send({ type: 'CODE_ACCEPTED', identity: body, answer: await call(sendActivationInfo, { body }) });
    } catch (failure) {
      if (!setServerErrors(failure, ['activationCode', 'lastName', 'birthDate'], form.setError)) throw failure;
    }
  });
  return (
    <StepFrame title={t('codeTitle')} text={t('codeText')} fault={error ? errorMessage(error) : undefined}>
      {hasExpired && !error && <Alert tone="info">{t('expired')}</Alert>}
      <form className={css.form} noValidate onSubmit={(event) => void form.handleSubmit(run)(event)}>
        <Controller
          control={form.control}
          name="activationCode"
          render={({ field, fieldState }) => (
            <ActivationCodeField {...fieldProps(field, fieldState)} label={t('code')} hint={t('codeHint')} isRequired />
          )}
        />
        <Controller
          control={form.control}
          name="lastName"
          render={({ field, fieldState }) => (
            <TextField
              {...fieldProps(field, fieldState)}
              label={t('lastName')}
              hint={t('lastNameHint')}
              autoComplete="family-name"
              isRequired
            />
          )}
        />
        <Controller
          control={form.control}
          name="birthDate"
          render={({ field, fieldState }) => {
            const { inputRef: _, ...props } = fieldProps(field, fieldState);
            return <DateField {...props} label={t('birthDate')} isRequired />;
          }}
        />
        <Button variant="quiet" className={css.link ?? ''} onPress={() => setResending(true)}>
          {t('noCode')}
        </Button>
        <StepActions submitLabel={t('next')} isPending={isPending} backTo="delivery" />
      </form>
      {isResending && <ResendCodeDialog onClose={() => setResending(false)} />}
    </StepFrame>
  );
}
