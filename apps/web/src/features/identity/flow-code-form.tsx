import { verificationCode } from '@perenne/contract/fields';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { isApiError } from '../../lib/api-error.ts';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useFieldProps } from '../../lib/form.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeField } from '../../ui/code-field.tsx';
import css from './flow.module.css';
import { StepActions, StepFrame } from './flow-step.tsx';

const resolver = contractResolver(z.object({ code: verificationCode }));
/** Told beside the field; the rest stands above the form. */
const codeFaults = ['WrongVerificationCode', 'ExpiredVerificationCode', 'NoVerificationCode'] as const;

interface CodeFormProps {
  title: string;
  text: string;
  label: string;
  submitLabel: string;
  onBack: () => void;
  /** Verifies the code and goes on; what it rejects with is put into words. */
  onCode: (code: string) => Promise<void>;
  /** What to do without the code. */
  children: ReactNode;
}

export function CodeForm({ title, text, label, submitLabel, onBack, onCode, children }: CodeFormProps) {
  const t = useTranslations('identityFlow');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const { run, isPending, error } = useAction(async ({ code }: { code: string }) => {
    setRefusal(undefined);
    try {
      await onCode(code);
    } catch (failure) {
      if (!codeFaults.some((fault) => isApiError(failure, fault))) throw failure;
      setRefusal(isApiError(failure, 'WrongVerificationCode') ? t('wrongCode') : errorMessage(failure));
    }
  });
  return (
    <StepFrame title={title} text={text} fault={error === undefined ? undefined : errorMessage(error)}>
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
                  label={label}
                  isRequired
                  onComplete={() => void handleSubmit(run)()}
                />
              );
            }}
          />
        </div>
        {children}
        <StepActions submitLabel={submitLabel} isPending={isPending} onBack={onBack} />
      </form>
    </StepFrame>
  );
}
