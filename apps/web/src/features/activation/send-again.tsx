import { useTranslations } from 'use-intl';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useNotify } from '../../ui/notifications.tsx';
import css from './activation.module.css';
import { type OwnToken, useActivationCall } from './use-activation-call.ts';

interface SendAgainProps {
  send: (token: string) => Promise<void>;
  token?: OwnToken;
}

const waitSeconds = 30;

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
export function SendAgain({ send, token: name = 'activationToken' }: SendAgainProps) {
  const t = useTranslations('activation');
  const notify = useNotify();
  const [seconds, restart] = useCountdown(waitSeconds);
  const { run, isPending, fault } = useActivationCall(async (_: undefined, token) => {
    await send(token);
    notify({ text: t('codeSentAgain') });
    restart();
  }, name);
  return (
    <>
      <Button
        variant="quiet"
        className={css.link ?? ''}
        isDisabled={seconds > 0}
        isPending={isPending}
        onPress={() => void run(undefined)}
      >
        {seconds > 0 ? t('codeWait', { seconds }) : t('codeResend')}
      </Button>
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
    </>
  );
}
