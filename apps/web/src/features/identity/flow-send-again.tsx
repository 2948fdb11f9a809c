import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { SendAgainButton } from '../../lib/sign-in/flow/send-again.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import css from './flow.module.css';

interface SendAgainProps {
  /** Resolves once the code is asked for; a rejection is shown, `false` means that the flow has gone elsewhere. */
  onSend: () => Promise<boolean>;
  /** No more codes for now; the words around it say so. */
  isSpent?: boolean;
}

export function SendAgain({ onSend, isSpent = false }: SendAgainProps) {
  const t = useTranslations('identityFlow');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const { run, isPending } = useAction(async (restart: () => void) => {
    try {
      if (!(await onSend())) return;
      notify({ text: t('sentAgain') });
      restart();
    } catch (failure) {
      notify({ type: 'error', text: errorMessage(failure), duration: 6000 });
    }
  });
  return (
    <>
      <SendAgainButton
        isSpent={isSpent}
        isPending={isPending}
        onPress={(restart) => void run(restart)}
        label={(seconds) => (seconds > 0 ? t('sendAgainWait', { seconds }) : t('sendAgain'))}
      />
      {isSpent && <p className={css.spent}>{t('spent')}</p>}
    </>
  );
}
