import { useTranslations } from 'use-intl';
import { SendAgainButton } from '../../lib/flow/send-again.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useNotify } from '../../ui/notifications.tsx';
import { type OwnToken, useActivationCall } from './use-activation-call.ts';

interface SendAgainProps {
  send: (token: string) => Promise<void>;
  token?: OwnToken;
}

export function SendAgain({ send, token: name = 'activationToken' }: SendAgainProps) {
  const t = useTranslations('activation');
  const notify = useNotify();
  const { run, isPending, fault } = useActivationCall(async (restart: () => void, token) => {
    await send(token);
    notify({ text: t('codeSentAgain') });
    restart();
  }, name);
  return (
    <>
      <SendAgainButton
        isPending={isPending}
        onPress={(restart) => void run(restart)}
        label={(seconds) => (seconds > 0 ? t('codeWait', { seconds }) : t('codeResend'))}
      />
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
    </>
  );
}
