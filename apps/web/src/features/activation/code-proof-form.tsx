import { verificationCode } from '@perenne/contract/fields';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isApiError } from '../../lib/api-error.ts';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useFieldProps } from '../../lib/form.ts';
import { CodeField } from '../../ui/code-field.tsx';
import css from './activation.module.css';
import type { ActivationStep } from './activation-context.ts';
import { StepActions, StepFrame } from './step-frame.tsx';
import { type OwnToken, useActivationCall } from './use-activation-call.ts';

const resolver = contractResolver(z.object({ code: verificationCode }));
/** Told beside the field; the rest stands above the form. */
const codeFaults = ['WrongVerificationCode', 'ExpiredVerificationCode', 'NoVerificationCode'] as const;

interface CodeProofFormProps {
  title: string;
  text: string;
  label: string;
  submitLabel: string;
  backTo: ActivationStep;
  backLabel?: string;
  token?: OwnToken;
  /** Rejects with what the server refuses. */
  onCode: (code: string, token: string) => Promise<void>;
  /** What to do without the code. */
  children: ReactNode;
}

/** The six digits of a mail or an SMS. */
export function CodeProofForm(props: CodeProofFormProps) {
  const { title, text, label, submitLabel, backTo, backLabel, token: name, onCode, children } = props;
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const t = useTranslations('activation');
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const { run, isPending, fault } = useActivationCall(async ({ code }: { code: string }, token) => {
    setRefusal(undefined);
    try {
      await onCode(code, token);
    } catch (failure) {
      if (!codeFaults.some((known) => isApiError(failure, known))) throw failure;
      setRefusal(errorMessage(failure));
    }
  }, name);
  return (
    <StepFrame title={title} text={text} fault={fault}>
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <div className={css.narrow}>
          <Controller
            control={control}
            name="code"
            render={({ field, fieldState }) => {
              const { errorMessage: broken, ...code } = fieldProps(field, fieldState);
              return (
                <CodeField
                  {...code}
                  errorMessage={broken ?? refusal}
                  label={label}
                  isRequired
                  onComplete={() => void handleSubmit(run)()}
                />
              );
            }}
          />
        </div>
        {children}
        <StepActions
          submitLabel={submitLabel}
          isPending={isPending}
          backTo={backTo}
          backLabel={backLabel ?? t('back')}
        />
      </form>
    </StepFrame>
  );
}
