import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { CodeInput, useCodeInput, useCodeRefusal } from '../../lib/sign-in/flow/code-proof.tsx';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { StepActions } from './flow-step.tsx';

interface CodeFormProps {
  title: string;
  text: string;
  label: string;
  submitLabel: string;
  onBack: () => void;
  /** Verifies the code and goes on; what it rejects with is put into words. */
  onCode: (code: string) => Promise<void>;
  /** The ways on without the code. */
  children: ReactNode;
}

export function CodeForm({ title, text, label, submitLabel, onBack, onCode, children }: CodeFormProps) {
  const t = useTranslations('identityFlow');
  const errorMessage = useErrorMessage();
  const { refusal, judge } = useCodeRefusal(t('wrongCode'));
  const { control, handleSubmit } = useCodeInput();
  const { run, isPending, error } = useAction(({ code }: { code: string }) => judge(() => onCode(code)));
  return (
    <StepFrame title={title} text={text} fault={error === undefined ? undefined : errorMessage(error)}>
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <div className={flow.narrow}>
          <CodeInput control={control} label={label} refusal={refusal} onComplete={() => void handleSubmit(run)()} />
        </div>
        {children}
        <StepActions submitLabel={submitLabel} isPending={isPending} onBack={onBack} />
      </form>
    </StepFrame>
  );
}
