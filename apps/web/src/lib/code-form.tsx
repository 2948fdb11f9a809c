import { verificationCode } from '@perenne/contract/fields';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { ModalActions } from '../ui/modal.tsx';
import { useNotify } from '../ui/notifications.tsx';
import { isApiError } from './api-error.ts';
import css from './code-form.module.css';
import { contractResolver } from './contract-resolver.ts';
import { useErrorMessage } from './error-message.ts';
import { useFieldProps } from './form.ts';
import { useAction } from './use-action.ts';
import { useCountdown } from './use-countdown.ts';

const resolver = contractResolver(z.object({ code: verificationCode }));

/** Told beside the field, which is where they are mended. */
const codeFaults = [
  'WrongVerificationCode',
  'ExpiredVerificationCode',
  'NoVerificationCode',
  'WrongSecondFactor',
] as const;

interface CodeFormProps {
  label: string;
  submitLabel: string;
  /** Throws what the server refuses. */
  onVerify: (code: string) => Promise<void>;
  /** Sends another code; absent where the code comes from an application. */
  onSendAgain?: () => Promise<void>;
  /** Before the submit button: the way back. */
  back?: ReactNode;
}

/** The six digits that prove something, their faults beside the field, and the way to another code. */
export function CodeForm({ label, submitLabel, onVerify, onSendAgain, back }: CodeFormProps) {
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const { run, isPending, error } = useAction(async ({ code }: { code: string }) => {
    setRefusal(undefined);
    try {
      await onVerify(code);
    } catch (failure) {
      if (!codeFaults.some((fault) => isApiError(failure, fault))) throw failure;
      setRefusal(errorMessage(failure));
    }
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => {
          const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
          return (
            <CodeField
              {...props}
              errorMessage={broken ?? refusal}
              label={label}
              isRequired
              // The step before has led here to type it.
              autoFocus
              onComplete={() => void handleSubmit(run)()}
            />
          );
        }}
      />
      {onSendAgain && <SendAgain onSend={onSendAgain} />}
      <ModalActions>
        {back}
        <Button type="submit" variant="primary" isPending={isPending}>
          {submitLabel}
        </Button>
      </ModalActions>
    </form>
  );
}

const waitSeconds = 30;

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
function SendAgain({ onSend }: { onSend: () => Promise<void> }) {
  const t = useTranslations('codeForm');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const [seconds, restart] = useCountdown(waitSeconds);
  const { run, isPending } = useAction(async () => {
    try {
      await onSend();
      notify({ text: t('sent') });
      restart();
    } catch (failure) {
      notify({ type: 'error', text: errorMessage(failure), duration: 6000 });
    }
  });
  return (
    <Button
      variant="quiet"
      className={css.again ?? ''}
      isDisabled={seconds > 0}
      isPending={isPending}
      onPress={() => void run(undefined)}
    >
      {seconds > 0 ? t('wait', { seconds }) : t('again')}
    </Button>
  );
}
