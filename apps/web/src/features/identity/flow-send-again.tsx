import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useAction } from '../../lib/use-action.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { useNotify } from '../../ui/notifications.tsx';
import css from './flow.module.css';

const waitSeconds = 30;

interface SendAgainProps {
  /** Resolves once the code is asked for; what it rejects with is told, `false` means that the flow has gone elsewhere. */
  onSend: () => Promise<boolean>;
  /** No more codes for now; the words around it say so. */
  isSpent?: boolean;
}

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
export function SendAgain({ onSend, isSpent = false }: SendAgainProps) {
  const t = useTranslations('identityFlow');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const [seconds, restart] = useCountdown(waitSeconds);
  const { run, isPending } = useAction(async () => {
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
      <Button
        variant="quiet"
        className={css.link ?? ''}
        isDisabled={seconds > 0 || isSpent}
        isPending={isPending}
        onPress={() => void run(undefined)}
      >
        {seconds > 0 && !isSpent ? t('sendAgainWait', { seconds }) : t('sendAgain')}
      </Button>
      {isSpent && <p className={css.spent}>{t('spent')}</p>}
    </>
  );
}
