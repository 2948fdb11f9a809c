import { verificationCode } from '@perenne/contract/fields';
import { useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { isApiError } from '../../api/api-error.ts';
import { contractResolver } from '../../forms/contract-resolver.ts';
import { useErrorMessage } from '../../api/error-message.ts';
import { useFieldProps } from '../../forms/form.ts';
import { focusFault } from './focus-fault.ts';

const resolver = contractResolver(z.object({ code: verificationCode }));
type Code = z.output<typeof verificationCode>;

export const useCodeInput = () => useForm({ resolver, defaultValues: { code: '' } });

/** Shown beside the field, which is where they are mended. */
const codeFaults = [
  'WrongVerificationCode',
  'ExpiredVerificationCode',
  'NoVerificationCode',
  'WrongSecondFactor',
] as const;

/** Puts the fault of a code in words for its field; throws whatever else `judge` meets. */
export function useCodeRefusal(wrongCode?: string) {
  const errorMessage = useErrorMessage();
  const [refusal, setRefusal] = useState<string>();
  const judge = async (prove: () => Promise<void>): Promise<void> => {
    setRefusal(undefined);
    try {
      await prove();
    } catch (failure) {
      if (!codeFaults.some((fault) => isApiError(failure, fault))) throw failure;
      const isWrong = isApiError(failure, 'WrongVerificationCode');
      setRefusal(isWrong && wrongCode !== undefined ? wrongCode : errorMessage(failure));
      focusFault();
    }
  };
  return { refusal, judge };
}

interface CodeInputProps {
  control: Control<{ code: string }, unknown, { code: Code }>;
  label: string;
  refusal: string | undefined;
  autoFocus?: boolean;
  /** Sends the code once its last digit is typed; absent where a button alone sends it. */
  onComplete?: (() => void) | undefined;
}

/** The six digits of a mail, an SMS or an application. */
export function CodeInput({ control, label, refusal, autoFocus = false, onComplete }: CodeInputProps) {
  const fieldProps = useFieldProps();
  return (
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
            autoFocus={autoFocus}
            {...(onComplete && { onComplete })}
          />
        );
      }}
    />
  );
}
