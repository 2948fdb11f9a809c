import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ModalActions } from '../../ui/overlays/modal.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { useErrorMessage } from '../api/error-message.ts';
import { CodeInput, useCodeInput, useCodeRefusal } from '../sign-in/flow/code-proof.tsx';
import flow from '../sign-in/flow/flow.module.css';
import { SendAgainButton } from '../sign-in/flow/send-again.tsx';
import { useAction } from '../api/use-action.ts';

interface CodeFormProps {
  label: string;
  submitLabel: string;
  /** Throws what the server refuses. */
  onVerify: (code: string) => Promise<void>;
  /** Sends another code; absent where the code comes from an application. */
  onSendAgain?: () => Promise<void>;
  /** Before the submit button: the way back. */
  back?: ReactNode;
  /** The code has legal effect: the last digit does not send it. */
  waitsForButton?: boolean;
}

/** The six digits that prove something, their faults beside the field, and the way to another code. */
export function CodeForm({ label, submitLabel, onVerify, onSendAgain, back, waitsForButton }: CodeFormProps) {
  const errorMessage = useErrorMessage();
  const { refusal, judge } = useCodeRefusal();
  const { control, handleSubmit } = useCodeInput();
  const { run, isPending, error } = useAction(({ code }: { code: string }) => judge(() => onVerify(code)));
  return (
    <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      {/* The step before has led here to type it. */}
      <CodeInput
        control={control}
        label={label}
        refusal={refusal}
        autoFocus
        onComplete={waitsForButton ? undefined : () => void handleSubmit(run)()}
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

function SendAgain({ onSend }: { onSend: () => Promise<void> }) {
  const t = useTranslations('codeForm');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const { run, isPending } = useAction(async (restart: () => void) => {
    try {
      await onSend();
      notify({ text: t('sent') });
      restart();
    } catch (failure) {
      notify({ type: 'error', text: errorMessage(failure), duration: 6000 });
    }
  });
  return (
    <SendAgainButton
      isPending={isPending}
      onPress={(restart) => void run(restart)}
      label={(seconds) => (seconds > 0 ? t('wait', { seconds }) : t('again'))}
    />
  );
}
