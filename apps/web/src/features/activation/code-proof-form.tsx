import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CodeInput, useCodeInput, useCodeRefusal } from '../../lib/sign-in/flow/code-proof.tsx';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { StepFrame } from '../../lib/sign-in/flow/step.tsx';
import type { ActivationStep } from './flow/activation-context.ts';
import { StepActions } from './step-frame.tsx';
import { type OwnToken, useActivationCall } from './flow/use-activation-call.ts';

interface CodeProofFormProps {
  title: string;
  text: string;
  label: string;
  submitLabel: string;
  backTo: ActivationStep;
  backLabel?: string;
  token?: OwnToken;
  /** The code has legal effect: the last digit does not send it. */
  waitsForButton?: boolean;
  /** Rejects with what the server refuses. */
  onCode: (code: string, token: string) => Promise<void>;
  /** The ways on without the code. */
  children: ReactNode;
}

/** The six digits of a mail or an SMS. */
export function CodeProofForm(props: CodeProofFormProps) {
  const { title, text, label, submitLabel, backTo, backLabel, token: name, onCode, children } = props;
  const { waitsForButton } = props;
  const t = useTranslations('activation');
  const { refusal, judge } = useCodeRefusal();
  const { control, handleSubmit } = useCodeInput();
  const { run, isPending, fault } = useActivationCall(
    ({ code }: { code: string }, held) => judge(() => onCode(code, held)),
    name,
  );
  return (
    <StepFrame title={title} text={text} fault={fault}>
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <div className={flow.narrow}>
          <CodeInput
            control={control}
            label={label}
            refusal={refusal}
            onComplete={waitsForButton ? undefined : () => void handleSubmit(run)()}
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
