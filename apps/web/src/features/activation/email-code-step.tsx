import { sendActivationEmailCode, verifyActivationEmailCode } from '@perenne/contract/activation';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useFieldProps } from '../../lib/form.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { useNotify } from '../../ui/notifications.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import { StepActions, StepFrame } from './step-frame.tsx';
import { useActivationCall } from './use-activation-call.ts';

const resolver = contractResolver(verifyActivationEmailCode.body);
const codeFaults = ['WrongVerificationCode', 'ExpiredVerificationCode', 'NoVerificationCode'] as const;

export function EmailCodeStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { send } = ActivationActor.useActorRef();
  const email = ActivationActor.useSelector((snapshot) => snapshot.context.email);
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const { run, isPending, fault, error } = useActivationCall(async (body: { code: string }, token) => {
    setRefusal(undefined);
    try {
      await call(verifyActivationEmailCode, { body, token });
      send({ type: 'EMAIL_PROVED' });
    } catch (failure) {
      if (!codeFaults.some((code) => isApiError(failure, code))) throw failure;
      setRefusal(errorMessage(failure));
    }
  });
  const hasOtherSafe = isApiError(error, 'EmailAlreadyExists');
  return (
    <StepFrame
      title={t('emailCodeTitle')}
      text={t('emailCodeText', { email })}
      fault={hasOtherSafe ? undefined : fault}
    >
      {hasOtherSafe && (
        <Alert tone="warning" isLive actions={<Link to="/login">{t('signIn')}</Link>}>
          {t('emailInvite')}
        </Alert>
      )}
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <div className={css.narrow}>
          <Controller
            control={control}
            name="code"
            render={({ field, fieldState }) => {
              const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
              return (
                <CodeField
                  {...props}
                  errorMessage={broken ?? refusal}
                  label={t('emailCode')}
                  isRequired
                  onComplete={() => void handleSubmit(run)()}
                />
              );
            }}
          />
        </div>
        <SendAgain email={email} />
        <StepActions submitLabel={t('emailCodeSubmit')} isPending={isPending} backTo="email" />
      </form>
    </StepFrame>
  );
}

const waitSeconds = 30;

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
function SendAgain({ email }: { email: string }) {
  const t = useTranslations('activation');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const [seconds, restart] = useCountdown(waitSeconds);
  const { run, isPending } = useActivationCall(async (address: string, token) => {
    try {
      await call(sendActivationEmailCode, { body: { email: address }, token });
      notify({ text: t('emailCodeSent') });
      restart();
    } catch (failure) {
      if (isApiError(failure, 'AuthTokenNotValid')) throw failure;
      notify({ type: 'error', text: errorMessage(failure), duration: 6000 });
    }
  });
  return (
    <Button
      variant="quiet"
      className={css.link ?? ''}
      isDisabled={seconds > 0}
      isPending={isPending}
      onPress={() => void run(email)}
    >
      {seconds > 0 ? t('emailCodeWait', { seconds }) : t('emailCodeResend')}
    </Button>
  );
}
